internal import CacheClearing

/// A PATH with what is going to happen to it.
struct PreparedClear {
  var target: ClearTarget
  var plan: ClearingPlan
  /// What the clear would report; nil where nobody wants to know before it happens.
  var forecast: ClearingReport?
}

/// Makes the plans, and shows them where nothing is to be deleted.
struct ClearPreparation {
  private let options: ClearOptions
  private let goals: ClearGoals
  private let printer: ClearPrinter
  private let progress: ProgressLine

  init(_ options: ClearOptions, _ goals: ClearGoals, _ printer: ClearPrinter, _ progress: ProgressLine) {
    self.options = options
    self.goals = goals
    self.printer = printer
    self.progress = progress
  }

  /// Says what clearing a PATH would delete.
  /// - Parameter earlier: what is to be cleared before it.
  func prepare(_ target: ClearTarget, after earlier: [PreparedClear]) throws(ClearingError) -> PreparedClear {
    var prepared = PreparedClear(target: target, plan: try plan(target, after: earlier.map(\.plan)))
    // Of everything, a list is long and says little.
    if options.isDryRun, options.isSelective || options.output.isVerbose {
      let show: @Sendable (ClearingCandidate) -> Void = { [printer] in printer.print($0, target) }
      prepared.forecast = try target.clearer.preview(prepared.plan, onCandidate: show)
    } else {
      prepared.forecast = progress.follow(preview: try target.clearer.startPreview(prepared.plan), target)
    }
    if options.isDryRun { printer.print(prepared) }
    return prepared
  }

  /// Chooses what is to be deleted.
  /// - Parameter earlier: plans that are not carried out yet.
  private func plan(_ target: ClearTarget, after earlier: [ClearingPlan]) throws(ClearingError) -> ClearingPlan {
    let run = try target.clearer.startPlanning(
      options.policies, rules: options.rules, expecting: goals.expectedBytes(for: target, after: earlier))
    return try progress.follow(run, target)
  }
}
