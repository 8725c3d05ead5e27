internal import CTerminalTools
internal import SystemCalls

/// When a watch ends, and with which status: on a signal, or when its output cannot be written any more.
final class WatchEnd: Sendable {
  private let status = Monitor(ExitStatus.done)

  /// Ends the watch.
  func report(_ status: ExitStatus) {
    self.status.withLock { if $0 == .done { $0 = status } }
    cterminal_raise_ending_signal()
  }

  /// Blocks the main thread, which nothing wakes until then.
  func wait() -> ExitStatus {
    cterminal_wait_for_ending_signal()
    return status.withLock { $0 }
  }
}
