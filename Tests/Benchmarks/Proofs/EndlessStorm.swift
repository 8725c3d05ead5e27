import Glibc
import SizeTracking
import SystemCalls
import TestSupport

/// Writers that never pause against a kernel queue so short that events are lost all the time. The tracker may not
/// spend its days rescanning; it answers throughout, and is exact when the writers have stopped.
struct EndlessStorm: Proof {
  static let name = "storm"
  static let summary = "[--seconds 20] [--files 20000] [--writers 2] [--queue 16] [--in DIRECTORY]"

  private let seconds: Int
  private let files: Int
  private let writers: Int
  private let queue: Int
  private let place: Place

  /// How much of one processor the tracker's threads may use on average.
  private static let allowedShare = 0.5

  init(_ options: inout Options) throws {
    seconds = try options.number("--seconds") ?? 20
    files = try options.number("--files") ?? 20_000
    writers = try options.number("--writers") ?? 2
    queue = try options.number("--queue") ?? 16
    place = try Place(&options)
  }

  func run(_ report: Report) throws -> Bool {
    let tree = try BuiltTree(.node, files: files, in: place.path)
    try ChurnProcess.prepare(tree.root)
    // The kernel reads the limit when the first tracker opens its queue; afterwards the old value can come back.
    let shortened = try KernelSetting("/proc/sys/fs/inotify/max_queued_events", to: queue)
    let tracker = try SizeTracker(root: tree.root)
    try tracker.synchronize()
    try shortened.restore()

    let before = tracker.statistics
    let children = try (0..<writers).map {
      try ChurnProcess.start(in: tree.root, as: "w\($0)", files: .max, .deleted)
    }
    let answers = StormAnswers(of: tracker, for: .seconds(seconds))
    for child in children { try ChurnProcess.stop(child) }
    let during = tracker.statistics

    let clock = ContinuousClock()
    let calming = try clock.measure { try tracker.settle() }
    let comparison = try Comparison(of: tracker)
    let overflows = during.overflows - before.overflows
    // Without overflows the figures say nothing.
    let isWell = comparison.isExact && answers.processorShare <= Self.allowedShare && overflows > 0
    report.line(
      [
        "on": .text(place.fileSystem), "files": .count(files), "seconds": .count(seconds), "queue": .count(queue),
        "cpu_percent": .number(answers.processorShare * 100, decimals: 1),
        "events": .count(Int(during.events - before.events)), "overflows": .count(overflows),
        "rescans": .count(during.rescans - before.rescans), "answers": .count(answers.count),
        "rescanning_percent": .number(answers.rescanningShare * 100, decimals: 1),
        "usage_median_us": .number(answers.latencies.median * 1e6, decimals: 2),
        "usage_longest_us": .number(answers.latencies.quantile(1) * 1e6, decimals: 1),
        "exact_after_ms": .number(calming.seconds * 1000, decimals: 0),
        "differences": .count(comparison.differences.count), "complaints": .count(comparison.complaints.count),
      ], isWell: isWell)
    if !comparison.isExact { report.note(comparison.report) }
    return isWell
  }
}

/// What a tracker answers in the course of a storm, and what its threads use meanwhile.
struct StormAnswers {
  private(set) var latencies = Samples()
  private(set) var count = 0
  private(set) var rescanningShare = 0.0
  /// Of one processor, without the thread that asks.
  private(set) var processorShare = 0.0

  /// Asks every five milliseconds.
  init(of tracker: SizeTracker, for time: Duration) {
    let clock = ContinuousClock()
    let start = clock.now
    let used = Self.usedByOthers
    var rescanning = 0
    while clock.now - start < time {
      usleep(5000)
      let asked = clock.now
      let usage = tracker.usage
      latencies.add(clock.now - asked)
      count += 1
      if usage.state == .rescanning { rescanning += 1 }
    }
    rescanningShare = Double(rescanning) / Double(max(1, count))
    processorShare = (Self.usedByOthers - used) / (clock.now - start).seconds
  }

  private static var usedByOthers: Double {
    ProcessFigures.seconds(of: CLOCK_PROCESS_CPUTIME_ID) - ProcessFigures.seconds(of: CLOCK_THREAD_CPUTIME_ID)
  }
}
