internal import SizeTracking
internal import SystemCalls

/// Prints the lines of `size`: at once, or sorted at the end.
struct SizePrinter {
  private let options: SizeOptions
  private let lineStyle: LineStyle
  private let sizeStyle: SizeStyle
  /// The lines that wait to be sorted.
  private var waiting: [SizeLine] = []

  init(_ options: SizeOptions) {
    self.options = options
    lineStyle = options.output.lines
    sizeStyle = options.output.sizes(onTerminal: lineStyle.isTerminal)
  }

  private var sorts: Bool { options.top != nil || options.sortKey != nil }

  /// The number that the user wants to see.
  func bytes(of usage: DirectoryUsage) -> UInt64 { sizeStyle.bytes(of: usage) }

  mutating func add(_ line: SizeLine) {
    if sorts {
      waiting.append(line)
    } else {
      print(line)
    }
  }

  /// Prints what waits.
  mutating func finish() {
    var lines = waiting
    waiting = []
    if let top = options.top {
      lines = sorted(lines, by: options.sortKey == .files ? .files : .size)
      lines = Array(lines.prefix(top))
    }
    if let key = options.sortKey { lines = sorted(lines, by: key) }
    lines.forEach(print)
  }

  func print(_ line: SizeLine) {
    StandardOutput.shared.write(bytes(of: line))
  }

  /// Equal lines keep their order.
  private func sorted(_ lines: [SizeLine], by key: SizeOptions.SortKey) -> [SizeLine] {
    switch key {
    case .size: lines.sortedStably { sizeStyle.bytes(of: $0.usage) > sizeStyle.bytes(of: $1.usage) }
    case .files: lines.sortedStably { $0.usage.files > $1.usage.files }
    case .name: lines.sortedStably { $0.shownPath.bytes.lexicographicallyPrecedes($1.shownPath.bytes) }
    }
  }

  private func bytes(of line: SizeLine) -> [UInt8] {
    if options.output.isJSON {
      let report = UsageReport(path: line.absolutePath, usage: line.usage, source: line.source)
      return report.json + [lineStyle.terminator]
    }
    let size = sizeStyle.text(sizeStyle.bytes(of: line.usage))
    return lineStyle.colored(size, .bold) + [UInt8(ascii: "\t")] + lineStyle.name(line.shownPath)
      + [lineStyle.terminator]
  }
}

extension Array {
  /// The standard library's sort is stable, but does not promise it.
  fileprivate func sortedStably(_ precedes: (Element, Element) -> Bool) -> [Element] {
    enumerated().sorted { left, right in
      if precedes(left.element, right.element) { return true }
      return !precedes(right.element, left.element) && left.offset < right.offset
    }.map(\.element)
  }
}
