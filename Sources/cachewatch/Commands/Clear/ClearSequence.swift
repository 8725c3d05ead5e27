internal import CacheClearing

/// Clears one PATH after the other, and says of each what came of it.
struct ClearSequence {
  private let preparation: ClearPreparation
  private let printer: ClearPrinter
  private let progress: ProgressLine
  private let interruption: Interruption
  /// What was begun.
  private(set) var plans: [ClearingPlan] = []

  init(
    _ preparation: ClearPreparation, _ printer: ClearPrinter, _ progress: ProgressLine, _ interruption: Interruption
  ) {
    self.preparation = preparation
    self.printer = printer
    self.progress = progress
    self.interruption = interruption
  }

  /// - Parameter agreed: the plan that somebody said yes to. Without one it is made now: what is free by then is what
  ///   the clears before this one have left.
  mutating func clear(_ target: ClearTarget, _ agreed: ClearingPlan?, _ outcome: inout Outcome) {
    // Whether or not something was left to cancel: whoever wants an end does not want the next PATH cleared.
    guard !interruption.isRequested else { return }
    do throws(ClearingError) {
      let plan: ClearingPlan
      if let agreed { plan = agreed } else { plan = try preparation.plan(target) }
      guard let report = try run(PreparedClear(target: target, plan: plan)) else { return }
      plans.append(plan)
      if !report.isComplete { outcome.add(.partial) }
    } catch {
      // It went with a directory above it that was cleared before: what was asked for is done.
      if error.code == .noSuchDirectory, plans.contains(where: { target.clearer.root.below($0.root) != nil }) { return }
      // That nothing was touched can only be said as long as nothing was.
      outcome.add(error, isUntouched: plans.isEmpty)
    }
  }

  private func run(_ item: PreparedClear) throws(ClearingError) -> ClearingReport? {
    try interruption.cancelling { () throws(ClearingError) in
      try item.target.clearer.start(item.plan)
    } _: { run in
      let report = progress.follow(run, item.target)
      printer.print(report, of: item)
      return report
    }
  }
}
