import Glibc
import SizeTracking
import SystemCalls
import TestSupport

/// The time from the start of a write to the number that has it in, with nothing else going on and amid a storm. No peer
/// has a number to wait for.
struct Latency: Measurement {
  static let name = "latency"
  static let summary = "[--samples 5000] [--per-second 1000] [--repeat 3]"

  private let samples: Int
  private let perSecond: Int
  private let turns: Int
  private let setting: Setting

  init(_ options: inout Options, in setting: Setting) throws {
    samples = max(1, try options.number("--samples") ?? 5000)
    perSecond = max(1, try options.number("--per-second") ?? 1000)
    turns = max(1, try options.number("--repeat") ?? 3)
    self.setting = setting
  }

  /// What was measured in several turns.
  private struct Series {
    let isStorm: Bool
    var medians = Samples()
    var late = Samples()
    var longest = Samples()
    var overflows = 0
  }

  func run(_ report: Report) throws -> Bool {
    var calm = Series(isStorm: false)
    var storm = Series(isStorm: true)
    for _ in 0..<turns {
      try measure(&calm)
      try measure(&storm)
    }
    let isCalmWell = show(calm, report)
    return show(storm, report) && isCalmWell
  }

  private func show(_ series: Series, _ report: Report) -> Bool {
    report.line([
      "on": .text(setting.place.fileSystem), "amid": .text(series.isStorm ? "storm" : "calm"),
      "samples": .count(samples), "turns": .count(turns),
      "median_us": .judged(series.medians.median, atMost: series.isStorm ? 8000 : 50, decimals: 1),
      "range_us": .range(series.medians, decimals: 1),
      "p99_us": .number(series.late.median, atMost: series.isStorm ? nil : 1000, decimals: 1),
      "longest_us": .number(series.longest.quantile(1), decimals: 1),
      "overflows": .judged(Double(series.overflows), atMost: 0, decimals: 0),
    ])
  }

  private func measure(_ series: inout Series) throws {
    try TemporaryDirectory.use(in: setting.place.path) { (root) in
      let probe = root.appending("probe")
      guard mkdir(probe.string, 0o755) == 0 else { throw Errno.current }
      try ChurnProcess.prepare(root)
      let tracker = try SizeTracker(root: root)
      try tracker.synchronize()
      guard let directory = tracker.directory("probe") else { throw Options.Failure("the probe is not in the tree") }

      let writer = series.isStorm ? try ChurnProcess.start(in: root, as: "w", files: .max, .deleted) : nil
      let latencies = try sample(directory, in: probe)
      try writer.map(ChurnProcess.stop)
      series.medians.add(latencies.median * 1e6)
      series.late.add(latencies.quantile(0.99) * 1e6)
      series.longest.add(latencies.quantile(1) * 1e6)
      series.overflows += tracker.statistics.overflows
    }
  }

  /// Makes files of one byte at a steady pace, and reads the directory's bytes until they have each.
  private func sample(_ directory: TrackedDirectory, in probe: BytePath) throws -> Samples {
    let clock = ContinuousClock()
    let pause = Duration.seconds(1) / perSecond
    var latencies = Samples()
    var next = clock.now
    for number in 1...samples {
      // Spinning keeps the clock out of it: a thread that was asleep would be late itself.
      while clock.now < next {}
      next = next.advanced(by: pause)
      let descriptor = creat("\(probe.string)/\(number)", 0o644)
      let written = clock.now
      guard descriptor >= 0, write(descriptor, [1], 1) == 1, close(descriptor) == 0 else { throw Errno.current }
      while let usage = directory.usage, usage.apparentBytes < number {
        guard clock.now - written < .seconds(60) else { throw Options.Failure("file \(number) never became visible") }
      }
      latencies.add(clock.now - written)
      // A writer that fell behind does not catch up in a burst.
      next = max(next, clock.now)
    }
    return latencies
  }
}
