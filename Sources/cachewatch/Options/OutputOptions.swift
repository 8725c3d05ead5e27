internal import ByteCounts

/// How results are shown: the options that every command has.
struct OutputOptions {
  var isApparent = false
  /// Nil: abbreviated on a terminal, bytes elsewhere.
  var units: SizeUnits?
  var isJSON = false
  var isNullTerminated = false
  var color = LineStyle.ColorChoice.auto
  var isQuiet = false
  var isVerbose = false

  /// Takes an option that is among these; false where it is not.
  mutating func take(_ option: ParsedLine.Occurrence) throws(UsageError) -> Bool {
    switch option.key {
    case .apparentSize: isApparent = true
    case .blockSize: units = try SizeUnits(option.argument)
    case .bytes:
      isApparent = true
      units = .bytes
    case .humanReadable: units = .abbreviated(.binary)
    case .si: units = .abbreviated(.decimal)
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
    SizeStyle(isApparent: isApparent, units: units ?? (isTerminal ? .abbreviated(.binary) : .bytes))
  }
}
