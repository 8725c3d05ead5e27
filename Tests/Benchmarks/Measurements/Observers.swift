import Glibc
import SizeTracking
import SystemCalls
import TestSupport

/// Processor time of a tracker while files come and go, with many who wait for news of other directories, and with none.
struct Observers: Measurement {
  static let name = "observers"
  static let summary = "[--observers 1000] [--files 60000] [--repeat 5]"

  private let observers: Int
  private let files: Int
  private let turns: Int
  private let setting: Setting

  init(_ options: inout Options, in setting: Setting) throws {
    observers = max(1, try options.number("--observers") ?? 1000)
    files = max(1, try options.number("--files") ?? 60_000)
    turns = max(1, try options.number("--repeat") ?? 5)
    self.setting = setting
  }

  func run(_ report: Report) throws -> Bool {
    let place = try TemporaryDirectory(in: setting.place.path)
    let busy = place.path.appending("busy")
    try Subprocess.output(of: "mkdir", [busy])
    try ChurnProcess.prepare(busy)
    for number in 0..<observers {
      guard mkdir("\(place.path.string)/\(number)", 0o755) == 0 else { throw Errno.current }
    }
    let tracker = try SizeTracker(root: place.path)
    try tracker.settle()

    let woken = Monitor(0)
    var (alone, observed) = (Samples(), Samples())
    for _ in 0..<turns {
      alone.add(try microseconds(tracker, busy))
      // Each is given the numbers as they are, and then waits.
      let expected = woken.withLock { $0 } + observers
      let tasks = (0..<observers).map { number in
        Task.detached { [changes = tracker.changes(of: BytePath(String(number)))] in
          for await _ in changes { woken.signal { $0 += 1 } }
        }
      }
      _ = woken.wait { $0 >= expected ? true : nil }
      observed.add(try microseconds(tracker, busy))
      tasks.forEach { $0.cancel() }
      guard woken.withLock({ $0 == expected }) else { throw Options.Failure("what is no news was told") }
    }
    return report.line([
      "on": .text(setting.place.fileSystem), "observers": .count(observers), "files": .count(files),
      "alone_us_per_file": .number(alone.median, decimals: 2),
      "observed_us_per_file": .number(observed.median, decimals: 2),
      "ratio": .judged(observed.median / alone.median, atMost: 1.1, decimals: 3),
    ])
  }

  /// Processor time of this process for each file.
  private func microseconds(_ tracker: SizeTracker, _ busy: BytePath) throws -> Double {
    let before = Self.processorTime()
    try ChurnProcess.finish(ChurnProcess.start(in: busy, as: "o", files: files, .deleted))
    try tracker.synchronize()
    return (Self.processorTime() - before) / Double(files)
  }

  private static func processorTime() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec) }
  }
}
