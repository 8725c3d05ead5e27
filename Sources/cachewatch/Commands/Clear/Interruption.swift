internal import CTerminalTools
internal import CacheClearing
internal import SystemCalls

/// What Ctrl-C does: it ends the process at once while nothing is being deleted, and otherwise has the clear end and
/// report. Twice ends it at once.
final class Interruption: Sendable {
  private struct State {
    var run: ClearingRun?
    var isRequested = false
  }

  private let state = Monitor(State())

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

  /// Whether the user wants an end.
  var isRequested: Bool { state.withLock(\.isRequested) }

  /// Starts a run, follows it to the end, which comes early when the user wants it to, and says what it did: until that
  /// is done an interruption waits for it.
  /// - Returns: nil where the user wants an end before there is anything to end: then nothing is started.
  func cancelling<Result>(
    _ start: () throws(ClearingError) -> ClearingRun, _ follow: (ClearingRun) -> Result
  ) throws(ClearingError) -> Result? {
    // Under the lock: at no moment is something deleted that an interruption would not report.
    let run = try state.withLock { state throws(ClearingError) -> ClearingRun? in
      guard !state.isRequested else { return nil }
      let run = try start()
      state.run = run
      return run
    }
    guard let run else { return nil }
    defer { state.withLock { $0.run = nil } }
    return follow(run)
  }

  private func interrupt() {
    let run = state.withLock { state in
      defer { state.isRequested = true }
      return state.isRequested ? nil : state.run
    }
    guard let run else {
      _ = StandardOutput.shared.flush()
      ProcessEnd.exit(.interrupted)
    }
    run.cancel()
  }
}
