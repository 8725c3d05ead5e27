internal import Synchronization
internal import SystemCalls

/// What a run and those who wait for it tell each other.
final class RunSignals: Sendable {
  private struct State {
    var report: ClearingReport?
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    /// Those that wait for the end only.
    var reportWaiters: [CheckedContinuation<ClearingReport, Never>] = []
    var lastWaiter: UInt64 = 0
    var revision: UInt64 = 0
  }

  let tally: ClearingTally
  private let state = Monitor(State())
  private let cancellation = Cancellation()
  private let cut = Atomic<Bool>(false)
  private let lastPublished = Atomic<UInt64>(0)

  /// Often enough for a person's eye.
  private static let interval: UInt64 = 50_000_000

  init(_ tally: ClearingTally) {
    self.tally = tally
  }

  // MARK: Cancelling

  var isCancelled: Bool { cancellation.isRequested }
  func cancel() { cancellation.request() }

  /// Whether something was left undone because the run was cancelled.
  var isCut: Bool { cut.load(ordering: .relaxed) }
  func noteCut() { cut.store(true, ordering: .relaxed) }

  // MARK: The run's side

  /// Lets those who wait for progress look at it, if the last time is a while ago.
  func publishProgress() {
    let now = MonotonicTime.now.nanoseconds
    let last = lastPublished.load(ordering: .relaxed)
    // Another thread may have been faster, by less than a subtraction bears.
    guard now >= last, now - last >= Self.interval else { return }
    guard lastPublished.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged else { return }
    let waiters = state.withLock { state in
      state.revision += 1
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  func finish(_ report: ClearingReport) {
    var finished = State()
    state.signal { state in
      state.report = report
      swap(&finished.waiters, &state.waiters)
      swap(&finished.reportWaiters, &state.reportWaiters)
    }
    // Outside the lock: a continuation may run anything.
    for waiter in finished.waiters.values { waiter.resume() }
    for waiter in finished.reportWaiters { waiter.resume(returning: report) }
  }

  // MARK: The waiting side

  var report: ClearingReport? { state.withLock { $0.report } }

  var progress: ClearingProgress { tally.progress(isFinished: report != nil) }

  /// Suspends until the run is done.
  func finished() async -> ClearingReport {
    await withCheckedContinuation { continuation in
      let report = state.withLock { state in
        if state.report == nil { state.reportWaiters.append(continuation) }
        return state.report
      }
      if let report { continuation.resume(returning: report) }
    }
  }

  /// Blocks until the run is done; nil when the deadline passed first.
  func waitForReport(until deadline: MonotonicTime? = nil) -> ClearingReport? {
    state.wait(until: deadline) { $0.report }
  }

  var revision: UInt64 { state.withLock { $0.revision } }

  /// Suspends until there is progress after a revision, or the run is done, or the task is cancelled.
  func progressed(after revision: UInt64) async {
    let key = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDue = state.withLock { state in
          let isDue = state.report != nil || state.revision > revision
          if !isDue { state.waiters[key] = continuation }
          return isDue
        }
        if isDue { continuation.resume() } else if Task.isCancelled { wake(key) }
      }
    } onCancel: {
      wake(key)
    }
  }

  private func wake(_ key: UInt64) {
    state.withLock { $0.waiters.removeValue(forKey: key) }?.resume()
  }
}
