internal import SystemCalls

/// What others wait for from a tracker: a barrier, a settling, a change, an event.
final class TrackerSignals: Sendable {
  fileprivate struct State {
    var revision: UInt64 = 1
    var kept = Promises()
    var audited: UInt64 = 0
    var report = AuditReport()
    var events: [TrackerEvent] = []
    var lastSequence: UInt64 = 0
    var failure: TrackerError?
    var isClosed = false
    var waiters: [UInt64: Waiter] = [:]
    var lastWaiter: UInt64 = 0
  }

  /// A task that waits.
  fileprivate struct Waiter {
    var goal: Goal
    var resume: @Sendable (Result<Void, TrackerError>) -> Void
  }

  /// What can be waited for.
  enum Goal: Sendable {
    case barrier(UInt64)
    case settling(UInt64)
    case audit(UInt64)
    case change(after: UInt64)
    /// Asked again after each change, without waking whoever waits: a thousand directories may be watched while
    /// something happens in another one.
    case news(@Sendable () -> Bool)
  }

  private static let eventLimit = 256
  private let state = Monitor(State())

  // MARK: Reporting

  /// Says that numbers or states changed.
  func bump() {
    update { $0.revision += 1 }
  }

  func keep(_ promises: Promises) {
    update { $0.kept.formUnion(promises) }
  }

  func audited(_ generation: UInt64, _ report: AuditReport) {
    update {
      $0.audited = max($0.audited, generation)
      $0.report = report
    }
  }

  /// What the last audit found that someone had asked for.
  var report: AuditReport { state.withLock { $0.report } }

  func post(_ kind: TrackerEvent.Kind, _ path: BytePath, _ message: String?) {
    update { state in
      state.lastSequence += 1
      state.events.append(
        TrackerEvent(sequence: state.lastSequence, kind: kind, path: path, message: message))
      if state.events.count > Self.eventLimit { state.events.removeFirst() }
      state.revision += 1
    }
  }

  /// No barrier will pass any more.
  func fail(_ error: TrackerError) {
    update {
      $0.failure = error
      $0.revision += 1
    }
  }

  func close(_ error: TrackerError) {
    update {
      $0.isClosed = true
      $0.failure = error
    }
  }

  private func update(_ body: (inout State) -> Void) {
    var reached: [(Waiter, Result<Void, TrackerError>)] = []
    state.signal { state in
      body(&state)
      for (key, waiter) in state.waiters {
        guard let outcome = state.outcome(of: waiter.goal) else { continue }
        reached.append((waiter, outcome))
        state.waiters[key] = nil
      }
    }
    // Outside the lock: a continuation may run anything.
    for (waiter, outcome) in reached { waiter.resume(outcome) }
  }

  // MARK: Asking

  var revision: UInt64 { state.withLock { $0.revision } }
  var isClosed: Bool { state.withLock { $0.isClosed } }

  func events(after sequence: UInt64) -> [TrackerEvent] {
    state.withLock { $0.events.filter { $0.sequence > sequence } }
  }

  /// Blocks until the goal is reached. False when the deadline passed first.
  func wait(for goal: Goal, until deadline: MonotonicTime? = nil) throws(TrackerError) -> Bool {
    guard let outcome = state.wait(until: deadline, { $0.outcome(of: goal) }) else { return false }
    try outcome.get()
    return true
  }

  func waitForEnd() {
    _ = state.wait { $0.isClosed ? true : nil }
  }

  /// Suspends until the goal is reached or the task is cancelled.
  func reached(_ goal: Goal) async throws(TrackerError) {
    let outcome: Result<Void, TrackerError> = await withWaiter { key, resume in
      let outcome = self.state.withLock { state -> Result<Void, TrackerError>? in
        if let outcome = state.outcome(of: goal) { return outcome }
        state.waiters[key] = Waiter(goal: goal, resume: resume)
        return nil
      }
      if let outcome { resume(outcome) }
    }
    try outcome.get()
  }

  private func withWaiter(
    _ register: (UInt64, @escaping @Sendable (Result<Void, TrackerError>) -> Void) -> Void
  ) async -> Result<Void, TrackerError> {
    let key = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        register(key) { continuation.resume(returning: $0) }
        if Task.isCancelled { cancel(key) }
      }
    } onCancel: {
      cancel(key)
    }
  }

  private func cancel(_ key: UInt64) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: key) }
    waiter?.resume(.failure(.cancelled))
  }
}

extension TrackerSignals.State {
  fileprivate func outcome(of goal: TrackerSignals.Goal) -> Result<Void, TrackerError>? {
    let isReached =
      switch goal {
      case .barrier(let generation): kept.barrier >= generation
      case .settling(let generation): kept.settling >= generation
      case .audit(let generation): audited >= generation
      case .change(let revision): self.revision > revision
      case .news(let isThere): isThere()
      }
    if isReached { return .success(()) }
    if let failure, isClosed || !goal.isChange { return .failure(failure) }
    return nil
  }
}

extension TrackerSignals.Goal {
  fileprivate var isChange: Bool {
    switch self {
    case .change, .news: true
    case .barrier, .settling, .audit: false
    }
  }
}
