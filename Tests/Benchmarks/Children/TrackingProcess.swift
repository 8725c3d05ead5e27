import SizeTracking
import SystemCalls

/// Tracks a directory: says when the first scan is done and what it took, and goes when its input ends.
enum TrackingProcess: ChildProcess {
  static let name = "track"

  /// One line: seconds from before the tracker started to its first barrier, bytes of memory that were added.
  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 1 else { throw Options.Failure("usage: benchmarks track ROOT") }
    let before = try ProcessFigures.residentBytes()
    let clock = ContinuousClock()
    let start = clock.now
    let tracker = try SizeTracker(root: BytePath(arguments[0]))
    try tracker.synchronize()
    let seconds = (clock.now - start).seconds
    let added = try ProcessFigures.residentBytes() - before
    let statistics = tracker.statistics
    Console.line("\(seconds) \(added) \(statistics.watches)")
    while readLine() != nil {}
    return 0
  }
}
