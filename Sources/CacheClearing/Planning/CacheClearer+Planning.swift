internal import SystemCalls

extension CacheClearer {
  /// Chooses what a clear is to delete, and deletes nothing. Immediate for "everything", which is a rule and not a list;
  /// else suspends for one walk of the tree, or for two where a size or free space is the goal.
  ///
  /// The files that were used least recently go first, and of equal ones the first by the bytes of their paths. Of
  /// those that no policy names or finds too old, the plan takes only what brings a goal nearer: a file that occupies
  /// nothing, or whose space another name keeps, stays. Directories that the clear empties and prunes come on top of what
  /// a goal needs. Memory is in proportion to what goes, the directories, and the files with several names.
  /// - Parameter protecting: patterns of what stays, besides those of the rules.
  /// - Throws: `invalidPlan` for policies and rules that cannot be kept, `rootChanged`, `permissionDenied` and
  ///   `systemRefused` where the root cannot be read, `cancelled` when the task is. What cannot be read below is in the
  ///   plan.
  public func plan(
    _ policies: ClearingPolicy..., rules: ClearingRules = .init(), protecting: [String] = []
  ) async throws(ClearingError) -> ClearingPlan {
    try await plan(policies, rules: rules, protecting: protecting)
  }

  /// Chooses what a clear is to delete, as the other forms do.
  public func plan(
    _ policies: [ClearingPolicy], rules: ClearingRules = .init(), protecting: [String] = []
  ) async throws(ClearingError) -> ClearingPlan {
    let planner = try planner(policies, rules, protecting)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        do throws(Errno) {
          try WorkCrew.start { continuation.resume(returning: planner.result()) }
        } catch {
          continuation.resume(returning: .failure(planner.refusal(error)))
        }
      }
    } onCancel: {
      planner.cancellation.request()
    }
    return try result.get()
  }

  /// Chooses what a clear is to delete, as the other forms do. Blocks the calling thread.
  @available(*, noasync)
  public func plan(
    _ policies: ClearingPolicy..., rules: ClearingRules = .init(), protecting: [String] = []
  ) throws(ClearingError) -> ClearingPlan {
    try planner(policies, rules, protecting).plan()
  }

  /// Chooses what a clear is to delete, as the other forms do. Blocks the calling thread.
  @available(*, noasync)
  public func plan(
    _ policies: [ClearingPolicy], rules: ClearingRules = .init(), protecting: [String] = []
  ) throws(ClearingError) -> ClearingPlan {
    try planner(policies, rules, protecting).plan()
  }

  /// Begins to choose what a clear is to delete, on a thread of its own.
  /// - Parameter expectedBytes: what other clears are going to free on the file system before this one.
  package func startPlanning(
    _ policies: [ClearingPolicy], rules: ClearingRules, expecting expectedBytes: UInt64 = 0
  ) throws(ClearingError) -> PlanningRun {
    try PlanningRun(try planner(policies, rules, [], expecting: expectedBytes))
  }

  private func planner(
    _ policies: [ClearingPolicy], _ rules: ClearingRules, _ protecting: [String], expecting expectedBytes: UInt64 = 0
  ) throws(ClearingError) -> Planner {
    var rules = rules
    rules.protecting += protecting
    let plan = ClearingPlan(root: root, rootIdentity: pinned.details.identity, policies: policies, rules: rules)
    try plan.checkConsistency()
    return Planner(
      root: pinned, disk: disk, clock: clock, request: plan, limits: try PlanningLimits(policies, below: root),
      expectedBytes: expectedBytes)
  }
}
