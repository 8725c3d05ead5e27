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
    let done = outcome.reporting { () throws(ClearingError) -> (ClearingPlan, ClearingReport?) in
      let plan: ClearingPlan
      if let agreed { plan = agreed } else { plan = try preparation.plan(target) }
      return (plan, try run(PreparedClear(target: target, plan: plan)))
    }
    guard let (plan, report) = done, let report else { return }
    plans.append(plan)
    if !report.isComplete { outcome.add(.partial) }
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
