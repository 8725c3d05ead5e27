internal import FileEvents
internal import SystemCalls

/// Threads that do a scan together.
struct ScanCrew {
  /// How many threads help.
  let size: Int

  /// A cold disk serves eight readers at a time in half the time that it takes for two, and what is in memory takes no
  /// longer with threads that wait.
  static let usualSize = 8

  private static let threadName = "cachewatch-scan"

  /// Starts the threads; each ends when the scan is done.
  /// - Parameter whenLastIsDone: called by the last thread to end.
  /// - Returns: false when the system starts no thread; the caller has to do the work then.
  func start(_ scan: Scan, whenLastIsDone: @escaping @Sendable () -> Void) -> Bool {
    let running = Monitor(1)
    let leave: @Sendable () -> Void = {
      let isLast = running.withLock { count -> Bool in
        count -= 1
        return count == 0
      }
      if isLast { whenLastIsDone() }
    }
    var started = 0
    for _ in 0..<size {
      running.withLock { $0 += 1 }
      do throws(Errno) {
        try DedicatedThread.start(named: Self.threadName) {
          ThreadDirectory.enter()
          scan.help()
          ThreadDirectory.leave()
          leave()
        }
        started += 1
      } catch {
        running.withLock { $0 -= 1 }
      }
    }
    if started > 0 { leave() }
    return started > 0
  }

  /// Does a scan with all threads, the calling one among them, and returns when it is done.
  func run(_ scan: Scan) {
    let finished = Monitor(false)
    let helper = ScanCrew(size: size - 1)
    let hasHelp = size > 1 && helper.start(scan) { finished.signal { $0 = true } }
    scan.help()
    if hasHelp { _ = finished.wait { $0 ? true : nil } }
  }
}
