internal import CTerminalTools
internal import SystemCalls

/// What Ctrl-C does: it ends the process at once before anything is deleted, and afterwards has the clear end and report.
/// Twice it ends the process at once, when all that is done by then is told.
final class Interruption: Sendable {
  private let reporting = Monitor<ClearReporting?>(nil)

  /// Begins to listen. Before other threads start, so that all of them leave the signals to this one.
  func listen() throws(Errno) {
    cterminal_block_ending_signals()
    try DedicatedThread.start(named: "cachewatch-int") {
      while true {
        cterminal_wait_for_ending_signal()
        self.interrupt()
      }
    }
  }

  /// Has an interruption end a clear. To be called before it starts: at no moment is something deleted that an interruption
  /// would not report.
  func govern(_ clear: ClearReporting) { reporting.withLock { $0 = clear } }

  private func interrupt() {
    if let reporting = reporting.withLock(\.self) {
      if reporting.crew.interrupt() { return }
      // An output that takes nothing does not keep the process.
      if !reporting.tell(until: .now + .seconds(1)) { ProcessEnd.exit(.interrupted) }
    }
    _ = StandardOutput.shared.flush()
    ProcessEnd.exit(.interrupted)
  }
}
