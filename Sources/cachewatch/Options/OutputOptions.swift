/// How results are shown: the options that every command has.
struct OutputOptions {
  var isApparent = false
  /// Nil: scaled on a terminal, bytes elsewhere.
  var blockSize: BlockSize?
  var isJSON = false
  var isNullTerminated = false
  var color = LineStyle.ColorChoice.auto
  var isQuiet = false
  var isVerbose = false

  /// Takes an option that is among these; false where it is not.
  mutating func take(_ option: ParsedLine.Occurrence) throws(UsageError) -> Bool {
    switch option.key {
    case .apparentSize: isApparent = true
    case .blockSize: blockSize = try BlockSize(option.argument)
    case .bytes:
      isApparent = true
      blockSize = .bytes
    case .humanReadable: blockSize = .scaled(1024)
    case .si: blockSize = .scaled(1000)
    case .json: isJSON = true
    case .null: isNullTerminated = true
    case .color: color = try option.argument.word(LineStyle.ColorChoice.self)
    case .quiet: isQuiet = true
    case .verbose: isVerbose = true
    default: return false
    }
    return true
  }

  var lines: LineStyle { LineStyle(color: color, isNullTerminated: isNullTerminated) }

  func sizes(onTerminal isTerminal: Bool) -> SizeStyle {
    SizeStyle(isApparent: isApparent, blockSize: blockSize ?? (isTerminal ? .scaled(1024) : .bytes))
  }
}
