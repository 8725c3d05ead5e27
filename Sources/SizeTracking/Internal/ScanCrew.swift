internal import FileEvents
internal import SystemCalls

/// Threads that do a scan together: as many as there are processors, and more where they find themselves waiting for the
/// disk. A cold disk serves eight readers in half the time that it takes for two; in memory they would only take room.
final class ScanCrew: Sendable {
  private struct Roster {
    /// Threads that work, or did.
    var members = 0
    /// Those that have not ended, and whoever starts them.
    var running = 1
  }

  private let scan: Scan
  private let size: Int
  private let whenLastIsDone: @Sendable () -> Void
  private let roster = Monitor(Roster())

  /// How many begin.
  static var usualSize: Int { max(2, min(largestSize, processorCount())) }
  private static let largestSize = 8
  private static let threadName = "cachewatch-scan"

  /// - Parameter size: How many begin.
  /// - Parameter whenLastIsDone: called by the last thread to end.
  init(for scan: Scan, size: Int, whenLastIsDone: @escaping @Sendable () -> Void = {}) {
    self.scan = scan
    self.size = size
    self.whenLastIsDone = whenLastIsDone
  }

  /// How many threads work, or did; a calling one counts.
  var memberCount: Int { roster.withLock { $0.members } }

  /// Starts the threads; each ends when the scan is done.
  /// - Returns: false when the system starts no thread; the caller has to do the work then.
  func start() -> Bool {
    for _ in 0..<size { startOne() }
    guard memberCount > 0 else { return false }
    leave()
    return true
  }

  /// Does the scan with all threads, the calling one among them, and returns when it is done.
  func run() {
    roster.withLock { $0.members = 1 }
    for _ in 1..<max(1, size) { startOne() }
    help()
    roster.wait(until: nil, for: { $0.running == 1 }) { _ in }
  }

  private func help() {
    // One more, for a thread that waits for the disk while there is something to do.
    scan.help { if scan.waiting > 0 { startOne() } }
  }

  private func startOne() {
    let isFull = roster.withLock { roster in
      guard roster.members < Self.largestSize else { return true }
      roster.members += 1
      roster.running += 1
      return false
    }
    guard !isFull else { return }
    do throws(Errno) {
      try DedicatedThread.start(named: Self.threadName) {
        ThreadDirectory.enter()
        self.help()
        ThreadDirectory.leave()
        self.leave()
      }
    } catch {
      // Fewer do it too.
      roster.withLock { roster in
        roster.members -= 1
        roster.running -= 1
      }
    }
  }

  private func leave() {
    var isLast = false
    roster.signal { roster in
      roster.running -= 1
      isLast = roster.running == 0
    }
    if isLast { whenLastIsDone() }
  }
}
