internal import SizeTracking
internal import SystemCalls

/// The options of `watch`.
struct WatchOptions {
  var output = OutputOptions()
  var tree = TreeOptions()
  var interval = Duration.seconds(1)
  var isPlain = false
  var socket = SocketChoice.standard
  var tracker = TrackerOptions(trimsHeap: true)

  init(_ line: ParsedLine) throws(UsageError) {
    for option in line.options {
      if try output.take(option) { continue }
      if try tree.take(option) { continue }
      try take(option)
    }
  }

  /// How many levels of directories are shown; nil is all.
  var depth: Int? { tree.depth ?? 0 }

  private mutating func take(_ option: ParsedLine.Occurrence) throws(UsageError) {
    let argument = option.argument
    switch option.key {
    case .interval: interval = try argument.duration(atLeast: .milliseconds(1))
    case .plain: isPlain = true
    case .socket: socket = try SocketChoice(argument)
    case .audit:
      let isOff = argument.bytes == Array("off".utf8)
      tracker.auditInterval = isOff ? nil : try argument.duration(atLeast: .seconds(1))
    case .auditBudget: tracker.auditBudgetPercent = try argument.percentage()
    case .maximumWatches:
      let isPercentage = argument.bytes.last == UInt8(ascii: "%")
      tracker.watchAllowance =
        isPercentage ? .percent(try argument.percentage()) : .count(try argument.number(atLeast: 1))
    default: break
    }
  }
}
