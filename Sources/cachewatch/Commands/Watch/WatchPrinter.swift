internal import SizeTracking
internal import SystemCalls

/// Writes what a watch has to say: JSON for programs, lines for people.
struct WatchPrinter: Sendable {
  private let options: WatchOptions
  private let lineStyle: LineStyle
  private let sizeStyle: SizeStyle

  init(_ options: WatchOptions) {
    self.options = options
    lineStyle = options.output.lines
    sizeStyle = options.output.sizes(onTerminal: lineStyle.isTerminal && !options.isPlain)
  }

  func print(_ report: UsageReport) {
    if options.output.isJSON {
      write(report.json)
      return
    }
    let tab = [UInt8(ascii: "\t")]
    let size = sizeStyle.text(sizeStyle.bytes(of: report.usage))
    let state = report.usage.state
    write(
      Array(WallClock.localTime().utf8) + tab + lineStyle.colored(size, .bold) + tab
        + lineStyle.colored(state.rawValue, state.color) + tab + lineStyle.name(report.path))
  }

  func print(_ event: TrackerEvent) {
    if options.output.isJSON {
      write(event.json)
    } else if !options.output.isQuiet, let sentence = event.sentence {
      Messages.complain(sentence)
    }
  }

  private func write(_ line: [UInt8]) {
    StandardOutput.shared.write(line + [lineStyle.terminator])
  }
}

extension UsageState {
  fileprivate var color: LineStyle.Color {
    switch self {
    case .live: .green
    case .settling, .scanning, .rescanning: .yellow
    case .degraded, .gone: .red
    }
  }
}
