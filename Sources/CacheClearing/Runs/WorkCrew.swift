internal import SystemCalls

/// Threads that do one piece of work together.
enum WorkCrew {
  /// As many as there are processors; beyond four they wait for the file system's own locks.
  static var usualSize: Int { min(4, max(1, processorCount())) }

  /// More would only wait for each other.
  static let largestSize = 64

  private static let threadName = "cachewatch-clear"

  /// Runs the work on so many threads, the calling one among them, and returns when all have come back. With fewer when
  /// the system starts no more.
  static func run(_ size: Int, _ work: @escaping @Sendable (_ worker: Int) -> Void) {
    let running = Monitor(0)
    for worker in 1..<max(1, size) {
      running.withLock { $0 += 1 }
      do throws(Errno) {
        try start {
          work(worker)
          running.signal { $0 -= 1 }
        }
      } catch {
        running.withLock { $0 -= 1 }
        break
      }
    }
    work(0)
    _ = running.wait { $0 == 0 ? true : nil }
  }

  /// Runs blocking work on a thread of its own, away from those that run tasks.
  static func start(_ work: @escaping @Sendable () -> Void) throws(Errno) {
    try DedicatedThread.start(named: threadName, work)
  }
}
