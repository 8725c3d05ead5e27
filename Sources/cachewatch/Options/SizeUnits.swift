internal import ByteCounts
internal import SystemCalls

/// The units that sizes are printed in.
enum SizeUnits: Equatable {
  /// Whichever unit a number needs.
  case abbreviated(ByteUnits)
  case blocks(BlockSize)

  static let bytes = SizeUnits.blocks(.byte)

  /// What du accepts for `--block-size`.
  init(_ argument: OptionArgument) throws(UsageError) {
    var text = String(decoding: argument.bytes, as: UTF8.self)
    // The digits' grouping that du offers is empty in the C locale, the only one that the tool knows.
    if text.hasPrefix("'") { text.removeFirst() }
    switch text {
    case "human-readable": self = .abbreviated(.binary)
    case "si": self = .abbreviated(.decimal)
    default:
      do throws(ByteCountError) {
        self = .blocks(try BlockSize(parsing: text))
      } catch {
        throw argument.wrong(error)
      }
    }
  }
}
