/// The unit that amounts are counted in, as with `du -B`: rounded up to whole blocks.
public struct BlockSize: Hashable, Sendable {
  /// The length of a block in bytes, above 0.
  public let bytes: UInt64
  /// What stands behind each number: the unit where it was given alone ("M" gives "12M"), else nothing.
  public let suffix: String

  /// Blocks of so many bytes.
  /// - Throws: An error where the number is 0.
  public init(bytes: UInt64) throws(ByteCountError) {
    guard bytes > 0 else { throw ByteCountError(code: .zeroBlock, text: "0") }
    self.bytes = bytes
    suffix = ""
  }

  /// Reads a block size as `du -B` does: a size such as "4K", or a unit alone such as "M" or "MB".
  /// - Throws: An error that says what is wrong with the text.
  public init(parsing text: String) throws(ByteCountError) {
    if let unit = SizeUnit(Substring(text)), unit.power > 0 {
      guard unit.power <= ByteUnits.prefixes.count else { throw ByteCountError(code: .tooLarge, text: text) }
      bytes = unit.bytes
      suffix = unit.symbol
      return
    }
    bytes = try ByteCount(parsing: text).bytes
    suffix = ""
    guard bytes > 0 else { throw ByteCountError(code: .zeroBlock, text: text) }
  }

  /// Single bytes, the unit of numbers for programs.
  public static let byte = BlockSize(wholeBytes: 1)

  private init(wholeBytes: UInt64) {
    bytes = wholeBytes
    suffix = ""
  }

  /// The blocks that an amount takes; a part of a block counts as one.
  public func blocks(in amount: ByteCount) -> UInt64 {
    amount.bytes.dividedRoundingUp(by: bytes)
  }

  /// The number of blocks as `du` prints it: "12", "12M".
  public func text(for amount: ByteCount) -> String {
    String(blocks(in: amount)) + suffix
  }
}
