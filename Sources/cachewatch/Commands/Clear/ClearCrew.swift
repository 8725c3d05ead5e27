internal import CacheClearing
internal import SystemCalls

/// Clears the PATHs, those of different queues at once. A disk that does not answer holds up only the queue that it is in,
/// and, until somebody wants an end, what is told of the PATHs after it. That is so from here on: the crew starts when all
/// PATHs were found, and, where somebody is asked, planned, one after the other.
final class ClearCrew: Sendable {
  private struct State {
    var course: ClearCourse
    /// The queues that no one is at yet, the last one first.
    var rest: [[Int]]
  }

  let targets: [ClearTarget]
  private let agreed: [ClearingPlan]?
  private let options: ClearOptions
  private let goals: ClearGoals
  private let state: Monitor<State>

  /// Enough for any machine.
  private static let limit = 64

  /// - Parameter agreed: the plans that somebody said yes to. Without them they are made when it is the PATH's turn.
  init(_ targets: [ClearTarget], _ agreed: [ClearingPlan]?, _ options: ClearOptions, _ goals: ClearGoals) {
    self.targets = targets
    self.agreed = agreed
    self.options = options
    self.goals = goals
    state = Monitor(State(course: ClearCourse(count: targets.count), rest: goals.queues(of: targets).reversed()))
  }

  /// Begins, and returns at once.
  func start() throws(Errno) {
    for number in 0..<min(state.withLock(\.rest.count), Self.limit) {
      do throws(Errno) {
        try DedicatedThread.start(named: "cachewatch-crew") { self.work() }
      } catch {
        // Fewer do it too.
        if number == 0 { throw error }
        return
      }
    }
  }

  // MARK: For those who look on

  var stages: [ClearStage] { state.withLock(\.course.stages) }

  var isInterrupted: Bool { state.withLock(\.course.isInterrupted) }

  /// Blocks until there is something to tell, or nothing more ever, or the time is up.
  /// - Returns: nil where there is nothing more.
  func waitForNews(until deadline: MonotonicTime?) -> Bool? {
    let isOver: Bool? = state.wait(until: deadline) { state in
      if state.course.isTold { true } else if state.course.isDue { false } else { nil }
    }
    guard let isOver else { return false }
    return isOver ? nil : true
  }

  /// Takes what came of the PATHs that are to be told of.
  func takeNews() -> [(index: Int, end: ClearEnd)] { state.withLock { $0.course.takeDue() } }

  /// Has all end early. What deletes is waited for; what only looks is not, for its disk may never answer.
  /// - Returns: false where that was wanted before.
  func interrupt() -> Bool {
    var runs: (plans: [PlanningRun], clears: [ClearingRun])?
    state.signal { state in
      if !state.course.isInterrupted { runs = state.course.interrupt() }
    }
    guard let runs else { return false }
    for run in runs.plans { run.cancel() }
    for run in runs.clears { run.cancel() }
    return true
  }

  // MARK: The crew's side

  private func work() {
    while let queue = state.withLock({ $0.rest.popLast() }) {
      for index in queue {
        do throws(ClearingError) {
          try clear(index, isFirst: index == queue.first)
        } catch {
          state.signal { $0.course.finish(index, .failed(error)) }
        }
      }
    }
  }

  private func clear(_ index: Int, isFirst: Bool) throws(ClearingError) {
    let plan: ClearingPlan
    if let agreed {
      plan = agreed[index]
    } else {
      if !isFirst { goals.awaitFreedSpace(for: targets[index]) }
      guard let made = try self.plan(index) else { return }
      plan = made
    }
    guard advance(index, to: .beginning) else { return }
    let run = try targets[index].clearer.start(plan)
    // It is never too late for that.
    _ = advance(index, to: .clearing(run))
    if isInterrupted { run.cancel() }
    let report = run.waitForReport()
    let prepared = PreparedClear(target: targets[index], plan: plan)
    state.signal { $0.course.finish(index, .cleared(prepared, report)) }
  }

  /// Made now: what is free by now is what the clears before this one have left.
  /// - Returns: nil where the PATH is done with.
  private func plan(_ index: Int) throws(ClearingError) -> ClearingPlan? {
    let run = try targets[index].clearer.startPlanning(options.policies, rules: options.rules)
    guard advance(index, to: .planning(run)) else {
      run.cancel()
      return nil
    }
    return try run.waitForPlan()
  }

  private func advance(_ index: Int, to stage: ClearStage) -> Bool {
    var mayGoOn = false
    // Where it may not, that is news.
    state.signal { mayGoOn = $0.course.advance(index, to: stage) }
    return mayGoOn
  }
}
