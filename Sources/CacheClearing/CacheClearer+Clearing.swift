internal import SystemCalls

extension CacheClearer {
  /// Begins to carry out a plan, on threads of its own.
  /// - Throws: `invalidPlan` for another directory's plan, `rootChanged` where another directory is at the root's path by
  ///   now, `systemRefused`. Whatever fails later is in the report.
  public func start(_ plan: ClearingPlan) throws(ClearingError) -> ClearingRun {
    let (work, descriptor) = try work(on: plan)
    do throws(Errno) {
      try WorkCrew.start { work.signals.finish(work.run(descriptor)) }
    } catch {
      descriptor.close()
      throw ClearingError(
        code: .systemRefused, path: root, cause: error, message: "cannot clear '\(root)': \(error)")
    }
    return ClearingRun(work.signals)
  }

  /// Carries out a plan. Cancelling the task ends the clear before the next entry; the report says so.
  /// - Throws: as `start` does.
  public func clear(_ plan: ClearingPlan) async throws(ClearingError) -> ClearingReport {
    let run = try start(plan)
    return await withTaskCancellationHandler {
      await run.report
    } onCancel: {
      run.cancel()
    }
  }

  /// Carries out a plan. Blocks the calling thread.
  /// - Throws: as `start` does.
  @available(*, noasync)
  public func clear(_ plan: ClearingPlan) throws(ClearingError) -> ClearingReport {
    try start(plan).waitForReport()
  }

  /// A piece of work on the root as it is now, and the root's descriptor.
  func work(on plan: ClearingPlan) throws(ClearingError) -> (ClearingWork, Descriptor) {
    guard plan.root == root, plan.rootIdentity == pinned.details.identity else {
      throw ClearingError(
        code: .invalidPlan, path: root, message: "cannot clear '\(root)': the plan was made for '\(plan.root)'")
    }
    try plan.checkConsistency()
    let signals = RunSignals(ClearingTally())
    return (ClearingWork(plan: plan, root: pinned, disk: disk, signals: signals), try pinned.descriptor())
  }
}
