internal import SystemCalls

/// Makes one plan. Blocks while it walks.
struct Planner: Sendable {
  let root: PinnedRoot
  let disk: any ClearingDisk
  let clock: ClearingClock
  /// The plan without what is to be found out.
  let request: ClearingPlan
  let limits: PlanningLimits
  /// What other clears on the file system are going to free before this one.
  let expectedBytes: UInt64
  let cancellation = Cancellation()
  let looks = PlanningLooks()

  func result() -> Result<ClearingPlan, ClearingError> {
    Result { () throws(ClearingError) in try plan() }
  }

  func plan() throws(ClearingError) -> ClearingPlan {
    if request.isEverything { return request }
    let space = try space().adding(expectedBytes)
    let rules = PlanningRules(request.rules, limits, keepsAccessTimes: space.keepsAccessTimes, now: clock.wall())
    var plan = request
    plan.totals = ClearingTotals()
    plan.ignoresAccessTimes = !space.keepsAccessTimes
    plan.refillBytes = limits.refillBytes(on: space)

    var survey = TreeSurvey()
    var needs = limits.needs(after: survey, on: space)
    // Where so much is free already, the tree is of no interest.
    if limits.maximumSize != nil || !needs.isNone {
      survey = try walk(rules) { walk throws(Obstacle) in
        let survey = try TreeSurvey(walk)
        plan.note(walk.skipped)
        return survey
      }
      needs = limits.needs(after: survey, on: space)
    }
    guard limits.namesOrAges || !needs.isNone else { return plan }
    try walk(rules) { walk throws(Obstacle) in
      var choosing = Choosing(walk, needs: needs, survey: survey)
      try walk.run { choosing.add($0) }
      var (choices, missing) = choosing.finish()
      plan.shortfallBytes = UInt64(clamping: max(missing.size, missing.free))
      plan.note(walk.skipped)
      plan.fill(taking: &choices, from: walk)
    }
    return plan
  }

  /// Walks the tree once.
  private func walk<Found>(
    _ rules: PlanningRules, _ body: (PlanningWalk) throws(Obstacle) -> Found
  ) throws(ClearingError) -> Found {
    let descriptor = try root.descriptor()
    looks.beginWalk()
    let found: Found
    do throws(Obstacle) {
      let walk = try Obstacle.wrapping { () throws(Errno) in
        try PlanningWalk(descriptor, on: disk, rules, cancellation, looks)
      }
      found = try body(walk)
    } catch {
      throw refusal(error.cause)
    }
    guard !cancellation.isRequested else {
      throw .cancelled(root.path)
    }
    return found
  }

  private func space() throws(ClearingError) -> FileSystemSpace {
    let descriptor = try root.descriptor()
    defer { disk.close(descriptor) }
    do throws(Errno) {
      return try PatientDisk(disk: disk) {}.trying { disk throws(Errno) in try disk.space(of: descriptor) }
    } catch {
      throw refusal(error)
    }
  }

  /// Why no plan can be made.
  func refusal(_ cause: Errno?) -> ClearingError {
    ClearingError(
      code: cause == .permissionDenied ? .permissionDenied : .systemRefused, path: root.path, cause: cause,
      message: "cannot look through '\(root.path)': \(cause?.description ?? "it has changed")")
  }
}
