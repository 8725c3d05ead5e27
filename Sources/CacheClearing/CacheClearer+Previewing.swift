internal import SystemCalls

extension CacheClearer {
  /// Counts what carrying out a plan would delete now, and deletes nothing. Suspends for one walk of the tree; for a
  /// plan that lists candidates the answer is in the plan.
  /// - Parameter onCandidate: called with each entry that would go, from another thread, one at a time.
  /// - Throws: as `start` does, and `cancelled` when the task is.
  public func preview(
    _ plan: ClearingPlan, onCandidate: (@Sendable (ClearingCandidate) -> Void)? = nil
  ) async throws(ClearingError) -> ClearingReport {
    let (work, descriptor) = try work(on: plan)
    try startPreview(work, descriptor, onCandidate)
    let report = await withTaskCancellationHandler {
      await work.signals.finished()
    } onCancel: {
      work.signals.cancel()
    }
    guard !report.isCancelled else {
      throw ClearingError(code: .cancelled, path: root, message: "the waiting task was cancelled")
    }
    return report
  }

  /// Counts what carrying out a plan would delete now, and deletes nothing. Blocks the calling thread.
  /// - Parameter onCandidate: called with each entry that would go, from another thread, one at a time.
  /// - Throws: as `start` does.
  @available(*, noasync)
  public func preview(
    _ plan: ClearingPlan, onCandidate: (@Sendable (ClearingCandidate) -> Void)? = nil
  ) throws(ClearingError) -> ClearingReport {
    let (work, descriptor) = try work(on: plan)
    try startPreview(work, descriptor, onCandidate)
    return ClearingRun(work.signals).waitForReport()
  }

  private func startPreview(
    _ work: ClearingWork, _ descriptor: Descriptor, _ onCandidate: (@Sendable (ClearingCandidate) -> Void)?
  ) throws(ClearingError) {
    do throws(Errno) {
      try WorkCrew.start { work.signals.finish(work.preview(descriptor, onCandidate)) }
    } catch {
      descriptor.close()
      throw ClearingError(
        code: .systemRefused, path: root, cause: error, message: "cannot look through '\(root)': \(error)")
    }
  }
}
