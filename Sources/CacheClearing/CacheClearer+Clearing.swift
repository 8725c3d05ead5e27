internal import SystemCalls

extension CacheClearer {
  /// Begins to carry out a plan, on threads of its own. Returns once the root is found again: O(its depth) system calls,
  /// which do not run on the threads of tasks.
  /// - Throws: `invalidPlan` for another directory's plan, `rootChanged` where another directory is at the root's path by
  ///   now, `systemRefused`. Whatever fails later is in the report.
  public func start(_ plan: ClearingPlan) async throws(ClearingError) -> ClearingRun {
    let work = try work(on: plan)
    return try await work.started { $0.run($1) }
  }

  /// Begins to carry out a plan, on threads of its own. Blocks the calling thread until the root is found again.
  /// - Throws: as the other form does.
  @available(*, noasync)
  public func start(_ plan: ClearingPlan) throws(ClearingError) -> ClearingRun {
    let work = try work(on: plan)
    return try work.start { $0.run($1) }
  }

  /// Carries out a plan. Cancelling the task ends the clear before the next entry; the report says so.
  /// - Throws: as `start` does.
  public func clear(_ plan: ClearingPlan) async throws(ClearingError) -> ClearingReport {
    let work = try work(on: plan)
    return try await work.finished { $0.run($1) }
  }

  /// Carries out a plan. Blocks the calling thread.
  /// - Throws: as `start` does.
  @available(*, noasync)
  public func clear(_ plan: ClearingPlan) throws(ClearingError) -> ClearingReport {
    try start(plan).waitForReport()
  }

  /// A piece of work on the root.
  func work(on plan: ClearingPlan) throws(ClearingError) -> ClearingWork {
    guard plan.root == root, plan.rootIdentity == pinned.details.identity else {
      throw ClearingError(
        code: .invalidPlan, path: root, message: "cannot clear '\(root)': the plan was made for '\(plan.root)'")
    }
    try plan.checkConsistency()
    return ClearingWork(plan: plan, root: pinned, disk: disk, clock: clock, signals: RunSignals(ClearingTally()))
  }
}
