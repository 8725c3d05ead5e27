internal import CacheClearing
internal import SystemCalls

/// Says of each PATH, in their order, what came of it, and meanwhile how far it is.
struct ClearReporting {
  let crew: ClearCrew
  let printer: ClearPrinter
  let progress: ProgressLine
  let interruption: Interruption

  /// Blocks until all are done.
  /// - Returns: the plans that were begun.
  func finish(_ outcome: inout Outcome) -> [ClearingPlan] {
    var plans: [ClearingPlan] = []
    var errors: [(target: ClearTarget, error: ClearingError)] = []
    for (index, target) in crew.targets.enumerated() {
      do throws(ClearingError) {
        guard let deed = try result(of: index).get() else { continue }
        printer.print(deed.report, of: deed.prepared)
        interruption.end(deed.run)
        plans.append(deed.prepared.plan)
        if !deed.report.isComplete { outcome.add(.partial) }
      } catch {
        errors.append((target, error))
      }
    }
    for (target, error) in errors {
      // It went with a directory above it that was cleared before: what was asked for is done.
      if error.code == .noSuchDirectory, plans.contains(where: { target.clearer.root.below($0.root) != nil }) {
        continue
      }
      // That nothing was touched can only be said as long as nothing was.
      outcome.add(error, isUntouched: plans.isEmpty)
    }
    return plans
  }

  private func result(of index: Int) -> Result<ClearCrew.Deed?, ClearingError> {
    defer { progress.erase() }
    while true {
      let deadline = progress.isShown ? MonotonicTime.now + ProgressLine.interval : nil
      if let result = crew.wait(for: index, until: deadline) { return result }
      if let text { progress.show(text) }
    }
  }

  /// What is going on: about the one PATH that is being worked on, or about all of those.
  private var text: String? {
    var (looks, deletions): ([String], [(target: ClearTarget, progress: ClearingProgress)]) = ([], [])
    for (target, stage) in zip(crew.targets, crew.stages) {
      switch stage {
      case .waiting, .done: break
      case .planning(let run):
        if let look = run.waitForProgress(within: .zero) { looks.append(progress.text(look, target)) }
      case .clearing(let run):
        if let deletion = run.waitForProgress(within: .zero) { deletions.append((target, deletion)) }
      }
    }
    guard let (target, first) = deletions.first else { return looks.first }
    guard deletions.count > 1 else { return progress.text(first, target) }
    let files = deletions.map(\.progress.files).reduce(0, +)
    let directories = deletions.map(\.progress.directories).reduce(0, +)
    return "\(files) files, \(directories) directories of \(deletions.count) PATHs deleted"
  }
}
