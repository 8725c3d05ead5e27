internal import CacheClearing

/// How far all PATHs have come, which of them may go on, and of which something is to be told.
struct ClearCourse {
  private(set) var stages: [ClearStage]
  private(set) var isInterrupted = false
  /// Of which nothing was told yet, in their order.
  private var untold: ArraySlice<Int>
  /// How many have begun, or are about to: something may be gone with each of them.
  private var touching = 0
  private var hasRefusal = false

  init(count: Int) {
    stages = Array(repeating: .waiting, count: count)
    untold = Array(0..<count)[...]
  }

  /// Whether nothing is deleted any more: a PATH was refused, and nothing is touched.
  private var isRefused: Bool { hasRefusal && touching == 0 }

  // MARK: The course of one PATH

  /// Has a PATH come further.
  /// - Returns: false where it may not. It is done then.
  mutating func advance(_ index: Int, to stage: ClearStage) -> Bool {
    guard !stages[index].isDone else { return false }
    guard !isRefused else {
      stages[index] = .done(.passedOver)
      return false
    }
    if case .beginning = stage { touching += 1 }
    stages[index] = stage
    return true
  }

  /// Ends a PATH, if nothing else has.
  mutating func finish(_ index: Int, _ end: ClearEnd) {
    guard !stages[index].isDone else { return }
    if case .failed(let error) = end {
      if case .beginning = stages[index] { touching -= 1 }
      if error.isRefusal { hasRefusal = true }
    }
    stages[index] = .done(end)
  }

  // MARK: The user's wish

  /// Ends those PATHs in which nothing can have been deleted yet.
  /// - Returns: what goes on until it is cancelled.
  mutating func interrupt() -> (plans: [PlanningRun], clears: [ClearingRun]) {
    var runs: (plans: [PlanningRun], clears: [ClearingRun]) = ([], [])
    isInterrupted = true
    for index in stages.indices {
      switch stages[index] {
      case .waiting: stages[index] = .done(.interrupted)
      case .planning(let run):
        stages[index] = .done(.interrupted)
        runs.plans.append(run)
      case .clearing(let run): runs.clears.append(run)
      case .beginning, .done: break
      }
    }
    return runs
  }

  // MARK: What to tell

  /// Whether something is to be told of each PATH no more.
  var isTold: Bool { untold.isEmpty }

  /// Whether there is a PATH to tell of.
  var isDue: Bool { !due.isEmpty }

  /// Takes the PATHs to tell of: in the order in which they were given, and none before one that is not done. After an
  /// interruption all that are done: what the others wait for may never come.
  mutating func takeDue() -> [(index: Int, end: ClearEnd)] {
    let due = due
    untold = isInterrupted ? untold.filter { !stages[$0].isDone }[...] : untold.dropFirst(due.count)
    return due.compactMap { index in
      if case .done(let end) = stages[index] { (index, end) } else { nil }
    }
  }

  private var due: [Int] {
    isInterrupted ? untold.filter { stages[$0].isDone } : Array(untold.prefix { stages[$0].isDone })
  }
}
