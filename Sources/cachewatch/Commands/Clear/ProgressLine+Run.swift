internal import CacheClearing

extension ProgressLine {
  /// How often the line changes: no more than an eye can follow.
  private static let interval = Duration.milliseconds(250)

  /// Shows how far a run has come until it is done.
  func follow(_ run: ClearingRun, _ target: ClearTarget) -> ClearingReport {
    follow(run) { "\($0.files) files, \($0.directories) directories of '\(target.given)' deleted" }
  }

  /// Shows how far a count of what would go has come until it is done.
  func follow(preview run: ClearingRun, _ target: ClearTarget) -> ClearingReport {
    show("looking at '\(target.given)'")
    return follow(run) { look(at: target, $0.files + $0.directories, $0.freedBytes) }
  }

  /// Shows what the making of a plan has looked at until it is done.
  func follow(_ run: PlanningRun, _ target: ClearTarget) throws(ClearingError) -> ClearingPlan {
    show("looking at '\(target.given)'")
    defer { erase() }
    while isShown, let progress = run.waitForProgress(within: Self.interval) {
      let verb = progress.walk > 1 ? "choosing from" : "looking at"
      show(look(verb, at: target, progress.entries, progress.allocatedBytes))
    }
    return try run.waitForPlan()
  }

  private func follow(_ run: ClearingRun, _ text: (ClearingProgress) -> String) -> ClearingReport {
    defer { erase() }
    while isShown, let progress = run.waitForProgress(within: Self.interval) { show(text(progress)) }
    return run.waitForReport()
  }

  private func look(
    _ verb: String = "looking at", at target: ClearTarget, _ entries: Int, _ bytes: UInt64
  ) -> String {
    "\(verb) '\(target.given)': \(entries) entries, \(sizes.text(bytes))"
  }
}
