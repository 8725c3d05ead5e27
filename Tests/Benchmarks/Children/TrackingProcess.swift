import SizeTracking
import SystemCalls
import TestSupport

/// A program that tracks a directory, and answers questions about it until its input ends.
enum TrackingProcess: ChildProcess {
  static let name = "track"

  enum Question: String {
    /// Waits for a barrier.
    case synchronize
    /// Waits until everything that was written is settled.
    case settle
    /// How many bytes of memory there are more than before the tracker.
    case memory
    /// How often events were lost.
    case overflows
    /// Settles, and says how many differences and complaints there are when every directory is compared with the disk.
    case check
  }

  /// Arguments: the root, and `tasks` for a program that runs tasks all the time. The first line is the time to the
  /// first barrier in seconds; each question gets one line.
  static func run(_ arguments: [String]) throws -> Int32 {
    guard let root = arguments.first, arguments.count == 1 || arguments[1...] == ["tasks"] else {
      throw Options.Failure("usage: benchmarks track ROOT [tasks]")
    }
    let before = try ProcessUse.residentBytes()
    let clock = ContinuousClock()
    let start = clock.now
    let tracker = try SizeTracker(root: BytePath(root))
    try tracker.synchronize()
    let seconds = (clock.now - start).seconds
    if arguments.count > 1 { Task { try await work() } }
    Console.line(String(seconds))
    while let line = readLine() {
      guard let question = Question(rawValue: line) else { throw Options.Failure("nobody knows what '\(line)' means") }
      Console.line(try answer(question, tracker, memoryBefore: before))
    }
    return 0
  }

  private static func answer(_ question: Question, _ tracker: SizeTracker, memoryBefore: Int) throws -> String {
    switch question {
    case .synchronize: try tracker.synchronize()
    case .settle: try tracker.settle()
    case .memory: return String(try ProcessUse.residentBytes() - memoryBefore)
    case .overflows: return String(tracker.statistics.overflows)
    case .check:
      try tracker.settle()
      let comparison = try Comparison(of: tracker)
      return String(comparison.differences.count + comparison.complaints.count)
    }
    return "done"
  }

  /// Keeps the threads that run tasks awake.
  private static func work() async throws {
    while true { try await Task.sleep(for: .milliseconds(5)) }
  }
}
