internal import CacheClearing

extension ProgressLine {
  /// How often the line changes: no more than an eye can follow.
  private static let interval = Duration.milliseconds(250)

  /// Shows how far a run has come until it is done.
  func follow(_ run: ClearingRun, _ target: ClearTarget) -> ClearingReport {
    guard isShown else { return run.waitForReport() }
    while let progress = run.waitForProgress(within: Self.interval) {
      show("\(progress.files) files, \(progress.directories) directories of '\(target.given)' deleted")
    }
    erase()
    return run.waitForReport()
  }
}
