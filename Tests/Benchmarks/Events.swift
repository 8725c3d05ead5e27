import SizeTracking
import SystemCalls
import TestSupport

/// As many events as two processes can cause; afterwards every directory has the numbers of the disk.
struct Events: Benchmark {
  static let name = "events"
  static let summary = "[--events 240000] [--pattern kept,deleted,replaced] [--storms 3] [--in DIRECTORY]"

  private let events: Int
  private let patterns: [ChurnProcess.Pattern]
  private let storms: Int
  private let place: (path: BytePath, fileSystem: String)

  init(_ options: inout Options) throws {
    events = try options.number("--events") ?? 240_000
    patterns = try options.list("--pattern", of: ChurnProcess.Pattern.self) ?? ChurnProcess.Pattern.allCases
    storms = try options.number("--storms") ?? 3
    place = try BuiltTree.place(&options)
  }

  func run(_ report: Report) throws -> Bool {
    var isWell = true
    for pattern in patterns {
      for _ in 0..<storms { isWell = try storm(pattern, report) && isWell }
    }
    return isWell
  }

  private func storm(_ pattern: ChurnProcess.Pattern, _ report: Report) throws -> Bool {
    try TemporaryDirectory.use(in: place.path) { (root) in
      try ChurnProcess.prepare(root)
      let tracker = try SizeTracker(root: root)
      try tracker.synchronize()

      let clock = ContinuousClock()
      let start = clock.now
      let used = ProcessFigures.ownProcessorSeconds
      let filesEach = events / pattern.eventsPerFile / 2
      let writers = try (0..<2).map { try ChurnProcess.start(in: root, as: "w\($0)", files: filesEach, pattern) }
      for writer in writers { try ChurnProcess.finish(writer) }
      let storm = (clock.now - start).seconds
      try tracker.synchronize()
      let total = (clock.now - start).seconds
      let processor = ProcessFigures.ownProcessorSeconds - used

      try tracker.settle()
      let comparison = try Comparison(of: tracker)
      let statistics = tracker.statistics
      report.line(
        [
          "on": .text(place.fileSystem), "pattern": .text(pattern.rawValue.padded(to: 8)),
          "events_read": .count(Int(statistics.events)), "overflows": .count(statistics.overflows),
          "storm_ms": .number(storm * 1000, decimals: 0), "caught_up_ms": .number((total - storm) * 1000, decimals: 1),
          "cpu_us_per_file": .number(processor * 1e6 / Double(2 * filesEach), decimals: 2),
          "differences": .count(comparison.differences.count), "complaints": .count(comparison.complaints.count),
        ], isWell: comparison.isExact && statistics.overflows == 0)
      if !comparison.isExact { report.note(comparison.report) }
      // An overflow is reported and costs a rescan, but it is no failure: only a wrong number is.
      return comparison.isExact
    }
  }
}
