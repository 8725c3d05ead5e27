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
  private let printer: ClearPrinter
  private let progress: ProgressLine

  init(_ options: ClearOptions, _ printer: ClearPrinter, _ progress: ProgressLine) {
    self.options = options
    self.printer = printer
    self.progress = progress
  }

  func prepare(_ target: ClearTarget) throws(ClearingError) -> PreparedClear {
    progress.show("looking at '\(target.given)'")
    defer { progress.erase() }
    let plan = try target.clearer.plan(options.policies, rules: options.rules)
    var prepared = PreparedClear(target: target, plan: plan)
    if options.isDryRun {
      // Of everything, a list is long and says little.
      let showsCandidates = options.isSelective || options.output.isVerbose
      let show: @Sendable (ClearingCandidate) -> Void = { [printer] in printer.print($0, target) }
      prepared.forecast = try target.clearer.preview(plan, onCandidate: showsCandidates ? show : nil)
      progress.erase()
      printer.print(prepared)
    } else if !options.isConfirmed {
      prepared.forecast = try target.clearer.preview(plan)
    }
    return prepared
  }
}
