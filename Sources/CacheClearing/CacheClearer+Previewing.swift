internal import SystemCalls

extension CacheClearer {
  /// Counts what carrying out a plan would delete now, and deletes nothing. Suspends for one walk of the tree; for a
  /// plan that lists candidates the answer is in the plan.
  /// - Parameter onCandidate: called with each entry that would go, from another thread, one at a time.
  /// - Throws: as `start` does, and `cancelled` when the task is.
  public func preview(
    _ plan: ClearingPlan, onCandidate: (@Sendable (ClearingCandidate) -> Void)? = nil
  ) async throws(ClearingError) -> ClearingReport {
    let work = try work(on: plan)
    let report = try await work.finished { $0.preview($1, onCandidate) }
    guard !report.isCancelled else { throw .cancelled(root) }
    return report
  }

  /// Counts what carrying out a plan would delete now, and deletes nothing. Blocks the calling thread.
  /// - Parameter onCandidate: called with each entry that would go, from another thread, one at a time.
  /// - Throws: as `start` does.
  @available(*, noasync)
  public func preview(
    _ plan: ClearingPlan, onCandidate: (@Sendable (ClearingCandidate) -> Void)? = nil
  ) throws(ClearingError) -> ClearingReport {
    try startPreview(plan, onCandidate: onCandidate).waitForReport()
  }

  /// Begins to count what carrying out a plan would delete now, on threads of its own.
  package func startPreview(
    _ plan: ClearingPlan, onCandidate: (@Sendable (ClearingCandidate) -> Void)? = nil
  ) throws(ClearingError) -> ClearingRun {
    let work = try work(on: plan)
    return try work.start { $0.preview($1, onCandidate) }
  }
}
