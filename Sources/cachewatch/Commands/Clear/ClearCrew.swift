internal import CacheClearing
internal import SystemCalls

/// Clears the PATHs, those on different file systems at once: a disk that does not answer holds up nothing but what lies
/// on it. Those on one file system go one after the other, for they may share inodes, and the goal of free space.
final class ClearCrew: Sendable {
  /// What was done to a PATH.
  struct Deed {
    var prepared: PreparedClear
    var run: ClearingRun
    var report: ClearingReport
  }

  /// How far a PATH has come.
  enum Stage {
    case waiting
    case planning(PlanningRun)
    case clearing(ClearingRun)
    /// Without a deed where the user wanted an end before, or another PATH was refused while nothing was touched.
    case done(Result<Deed?, ClearingError>)
  }

  private struct State {
    var stages: [Stage]
    /// The file systems that no one is at yet, each with the PATHs on it.
    var rest: [[Int]]
    /// Whether a clear was begun.
    var hasBegun = false
    /// Whether a PATH was refused before that: then all are.
    var isRefused = false

    mutating func finish(_ index: Int, _ result: Result<Deed?, ClearingError>) {
      stages[index] = .done(result)
      if case .failure(let error) = result, error.isRefusal, !hasBegun { isRefused = true }
    }
  }

  let targets: [ClearTarget]
  private let agreed: [ClearingPlan]?
  private let options: ClearOptions
  private let interruption: Interruption
  private let state: Monitor<State>

  /// Enough for any machine.
  private static let limit = 64

  /// - Parameter agreed: the plans that somebody said yes to. Without them they are made when it is the PATH's turn.
  init(_ targets: [ClearTarget], _ agreed: [ClearingPlan]?, _ options: ClearOptions, _ interruption: Interruption) {
    self.targets = targets
    self.agreed = agreed
    self.options = options
    self.interruption = interruption
    let places = Dictionary(grouping: targets.indices) { targets[$0].device }.values.sorted { $0[0] > $1[0] }
    state = Monitor(State(stages: Array(repeating: .waiting, count: targets.count), rest: places))
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

  var stages: [Stage] { state.withLock(\.stages) }

  /// Blocks until a PATH is done or the time is up.
  func wait(for index: Int, until deadline: MonotonicTime? = nil) -> Result<Deed?, ClearingError>? {
    state.wait(until: deadline) { state in
      if case .done(let result) = state.stages[index] { result } else { nil }
    }
  }

  private func work() {
    while let indices = state.withLock({ $0.rest.popLast() }) {
      for index in indices {
        let result = Result { () throws(ClearingError) in try clear(index) }
        state.signal { $0.finish(index, result) }
      }
    }
  }

  private func clear(_ index: Int) throws(ClearingError) -> Deed? {
    // Whether or not something was left to cancel: whoever wants an end does not want the next PATH cleared.
    guard !interruption.isRequested, !state.withLock(\.isRefused) else { return nil }
    let target = targets[index]
    let plan = if let agreed { agreed[index] } else { try plan(index) }
    guard let run = try interruption.begin({ () throws(ClearingError) in try target.clearer.start(plan) }) else {
      return nil
    }
    state.withLock { state in
      state.hasBegun = true
      state.stages[index] = .clearing(run)
    }
    return Deed(prepared: PreparedClear(target: target, plan: plan), run: run, report: run.waitForReport())
  }

  /// Made now: what is free by now is what the clears before this one have left.
  private func plan(_ index: Int) throws(ClearingError) -> ClearingPlan {
    let run = try targets[index].clearer.startPlanning(options.policies, rules: options.rules)
    state.withLock { $0.stages[index] = .planning(run) }
    return try run.waitForPlan()
  }
}
