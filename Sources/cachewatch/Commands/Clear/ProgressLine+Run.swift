internal import CacheClearing

extension ProgressLine {
  /// How often the line changes: no more than an eye can follow.
  static let interval = Duration.milliseconds(250)

  /// Shows how far a count of what would go has come until it is done.
  func follow(preview run: ClearingRun, _ target: ClearTarget) -> ClearingReport {
    show("looking at '\(target.given)'")
    defer { erase() }
    while isShown, let progress = run.waitForProgress(within: Self.interval) {
      show(look("looking at", at: target, progress.files + progress.directories, progress.freedBytes))
    }
    return run.waitForReport()
  }

  /// Shows what the making of a plan has looked at until it is done.
  func follow(_ run: PlanningRun, _ target: ClearTarget) throws(ClearingError) -> ClearingPlan {
    show("looking at '\(target.given)'")
    defer { erase() }
    while isShown, let progress = run.waitForProgress(within: Self.interval) { show(text(progress, target)) }
    return try run.waitForPlan()
  }

  /// What the making of a plan has looked at.
  func text(_ progress: PlanningProgress, _ target: ClearTarget) -> String {
    look(progress.walk > 1 ? "choosing from" : "looking at", at: target, progress.entries, progress.allocatedBytes)
  }

  private func look(_ verb: String, at target: ClearTarget, _ entries: Int, _ bytes: UInt64) -> String {
    "\(verb) '\(target.given)': \(entries) entries, \(sizes.text(bytes))"
  }
}
