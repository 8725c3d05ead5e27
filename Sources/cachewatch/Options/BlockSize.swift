internal import SystemCalls

/// The units that sizes are printed in.
enum BlockSize: Equatable {
  /// Powers of 1024 or 1000, whichever the number needs.
  case scaled(UInt64)
  /// Multiples of so many bytes, with what stands behind each number.
  case fixed(UInt64, suffix: String)

  static let bytes = BlockSize.fixed(1, suffix: "")

  /// What du accepts for `--block-size`: a unit without a number is printed behind the numbers.
  init(_ argument: OptionArgument) throws(UsageError) {
    var text = String(decoding: argument.bytes, as: UTF8.self)
    // The digits' grouping that du offers is empty in the C locale, the only one that the tool knows.
    if text.hasPrefix("'") { text.removeFirst() }
    switch text {
    case "human-readable": self = .scaled(1024)
    case "si": self = .scaled(1000)
    default:
      let size = try OptionArgument(
        bytes: Array(text.utf8), key: argument.key, command: argument.command
      ).size()
      guard size > 0 else { throw argument.wrong("units of 0 bytes cannot be counted") }
      let hasNumber = text.first.map { ("0"..."9").contains($0) } ?? false
      self = .fixed(size, suffix: hasNumber ? "" : Self.suffix(text))
    }
  }

  /// du writes the kilobyte's letter small where it stands for 1000, and capital elsewhere.
  private static func suffix(_ unit: String) -> String {
    let upper = unit.prefix(1).uppercased() + unit.dropFirst()
    return upper == "KB" ? "kB" : upper
  }
}
