internal import CTerminalTools
internal import CacheClearing
internal import SystemCalls

/// What Ctrl-C does: it ends the process at once while nothing is being deleted, and otherwise has the clear end and
/// report. Twice ends it at once.
final class Interruption: Sendable {
  private struct State {
    /// How many runs are about to start.
    var starting = 0
    var runs: [ClearingRun] = []
    var isRequested = false

    var isIdle: Bool { starting == 0 && runs.isEmpty }

    mutating func noteStart() -> Bool {
      if !isRequested { starting += 1 }
      return !isRequested
    }
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

  /// Starts a run: until its end is noted an interruption has it end early, and waits for that.
  /// - Returns: nil where the user wants an end before there is anything to end: then nothing is started.
  func begin(_ start: () throws(ClearingError) -> ClearingRun) throws(ClearingError) -> ClearingRun? {
    // At no moment is something deleted that an interruption would not report.
    guard state.withLock({ $0.noteStart() }) else { return nil }
    let run: ClearingRun
    do throws(ClearingError) {
      run = try start()
    } catch {
      state.withLock { $0.starting -= 1 }
      throw error
    }
    let isRequested = state.withLock { state in
      state.starting -= 1
      state.runs.append(run)
      return state.isRequested
    }
    if isRequested { run.cancel() }
    return run
  }

  /// Notes that a run is done, and that the user was told so.
  func end(_ run: ClearingRun) {
    state.withLock { state in state.runs.removeAll { $0 === run } }
  }

  private func interrupt() {
    let runs = state.withLock { state -> [ClearingRun]? in
      defer { state.isRequested = true }
      return state.isRequested || state.isIdle ? nil : state.runs
    }
    guard let runs else {
      _ = StandardOutput.shared.flush()
      ProcessEnd.exit(.interrupted)
    }
    for run in runs { run.cancel() }
  }
}
