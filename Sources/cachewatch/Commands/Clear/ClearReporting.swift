internal import CacheClearing
internal import SystemCalls

/// Says of each PATH what came of it, and meanwhile how far all are.
final class ClearReporting: Sendable {
  private struct State {
    /// The plans that were begun.
    var plans: [ClearingPlan] = []
    /// What is said at the end, when it is known which PATHs went with others and whether anything was touched.
    var errors: [(target: ClearTarget, error: ClearingError)] = []
    var passedOver: [ClearTarget] = []
    var outcome = Outcome()
  }

  let crew: ClearCrew
  private let printer: ClearPrinter
  private let progress: ProgressLine
  /// Nil while somebody tells something.
  private let state = Monitor<State?>(State())

  init(_ crew: ClearCrew, _ printer: ClearPrinter, _ progress: ProgressLine) {
    self.crew = crew
    self.printer = printer
    self.progress = progress
  }

  /// Blocks until everything is told.
  /// - Returns: the plans that were begun, and how all that ended.
  func finish() -> (plans: [ClearingPlan], status: ExitStatus) {
    if let first = crew.targets.first { progress.show("looking at '\(first.given)'") }
    while let isNews = crew.waitForNews(until: progress.isShown ? .now + ProgressLine.interval : nil) {
      if isNews { tell() } else if let text = progress.text(of: crew) { progress.show(text) }
    }
    progress.erase()
    var state = takeState(until: nil) ?? State()
    tellFailures(&state)
    if crew.isInterrupted { state.outcome.add(.interrupted) }
    return (state.plans, state.outcome.status)
  }

  /// Says what came of the PATHs that are to be told of by now. From any thread.
  /// - Returns: false where another thread tells something, and has not come to an end in time.
  @discardableResult
  func tell(until deadline: MonotonicTime? = nil) -> Bool {
    guard var state = takeState(until: deadline) else { return false }
    progress.erase()
    for (index, end) in crew.takeNews() { tell(end, of: crew.targets[index], &state) }
    if crew.isInterrupted {
      // What is still going on may never end.
      tellFailures(&state)
      _ = StandardOutput.shared.flush()
    }
    self.state.signal { [state] in $0 = state }
    return true
  }

  private func takeState(until deadline: MonotonicTime?) -> State? {
    state.wait(until: deadline) { state in
      defer { state = nil }
      return state
    }
  }

  private func tell(_ end: ClearEnd, of target: ClearTarget, _ state: inout State) {
    switch end {
    case .cleared(let prepared, let report):
      printer.print(report, of: prepared)
      state.plans.append(prepared.plan)
      if !report.isComplete { state.outcome.add(.partial) }
    case .failed(let error): state.errors.append((target, error))
    case .passedOver: state.passedOver.append(target)
    case .interrupted: break
    }
  }

  private func tellFailures(_ state: inout State) {
    let plans = state.plans
    for (target, error) in state.errors {
      // It went with a directory above it that was cleared before: what was asked for is done.
      if error.code == .noSuchDirectory, plans.contains(where: { target.clearer.root.below($0.root) != nil }) {
        continue
      }
      // That nothing was touched can only be said as long as nothing was.
      state.outcome.add(error, isUntouched: plans.isEmpty)
    }
    for target in state.passedOver {
      Messages.complain("'\(target.given)' was not cleared: another PATH is refused")
    }
    (state.errors, state.passedOver) = ([], [])
  }
}
