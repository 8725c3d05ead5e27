internal import SystemCalls

/// The options of `size`.
struct SizeOptions {
  /// What lines are sorted by.
  enum SortKey: String, CaseIterable {
    case size, name, files
  }

  var output = OutputOptions()
  var tree = TreeOptions()
  var showsFiles = false
  var showsTotal = false
  /// Nil: every line.
  var top: Int?
  var sortKey: SortKey?
  var alwaysScans = false
  var socket = SocketChoice.standard
  var settles = false
  var verifies = false
  var failOver: UInt64?

  init(_ line: ParsedLine) throws(UsageError) {
    for option in line.options {
      if try output.take(option) { continue }
      if try tree.take(option) { continue }
      try take(option)
    }
  }

  /// How many levels of directories are shown; nil is all.
  var depth: Int? {
    if let depth = tree.depth { return depth }
    return showsFiles || top != nil ? nil : 0
  }

  private mutating func take(_ option: ParsedLine.Occurrence) throws(UsageError) {
    switch option.key {
    case .all: showsFiles = true
    case .total: showsTotal = true
    case .top: top = try option.argument.number(atLeast: 1)
    case .sort: sortKey = try option.argument.word(SortKey.self)
    case .scan: alwaysScans = true
    case .socket: socket = try SocketChoice(option.argument)
    case .settle: settles = true
    case .verify: verifies = true
    case .failOver: failOver = try option.argument.size()
    default: break
    }
  }
}
