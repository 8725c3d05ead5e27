extension ByteCount {
  /// Reads a size as `du` does: a number of bytes, or of a unit.
  ///
  /// `K`, `M`, `G`, `T`, `P`, `E` (or `KiB`, ...) stand for powers of 1024 and `kB`, `MB`, ... for powers of
  /// 1000; `k`, `m`, `g` and `t` may be small. Beyond `du`: decimals, `B` for bytes, and a space before the
  /// unit, so that every formatted amount can be read back. A fraction of a byte is rounded, halves up.
  /// - Throws: An error that says what is wrong with the text.
  public init(parsing text: String) throws(ByteCountError) {
    do throws(ByteCountError.Code) {
      bytes = try Self.bytes(in: Substring(text))
    } catch {
      throw ByteCountError(code: error, text: text)
    }
  }

  private static func bytes(in text: Substring) throws(ByteCountError.Code) -> UInt64 {
    guard !text.isEmpty else { throw .empty }
    var rest = text
    let number = try SizeNumber(from: &rest)
    if rest.first == " ", rest.count > 1 { rest.removeFirst() }
    guard let unit = rest.isEmpty ? .byte : SizeUnit(rest) else { throw .unknownUnit }
    return try number.bytes(in: unit)
  }
}
