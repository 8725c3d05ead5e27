/// A part that this program plays as a child of itself.
protocol ChildProcess {
  static var name: String { get }
  /// - Returns: the exit status.
  static func run(_ arguments: [String]) throws -> Int32
}

/// The parts there are. They are no benchmarks, and `--help` does not show them.
enum ChildProcesses {
  static var all: [any ChildProcess.Type] {
    [WorkloadProcess.self, ChurnProcess.self, TrackingProcess.self, PeakMemoryProcess.self]
  }
}
