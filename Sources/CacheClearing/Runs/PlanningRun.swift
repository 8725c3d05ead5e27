internal import SystemCalls

/// A plan that is being made, on a thread of its own.
package final class PlanningRun: Sendable {
  private let looks: PlanningLooks
  private let cancellation: Cancellation
  private let result = Monitor<Result<ClearingPlan, ClearingError>?>(nil)

  init(_ planner: Planner) throws(ClearingError) {
    looks = planner.looks
    cancellation = planner.cancellation
    let result = result
    do throws(Errno) {
      try WorkCrew.start {
        let plan = planner.result()
        result.signal { $0 = plan }
      }
    } catch {
      throw planner.refusal(error)
    }
  }

  /// Has the making end before the next block of names: whoever waits for the plan gets `cancelled`.
  package func cancel() { cancellation.request() }

  /// Blocks until the plan is made or the time is up.
  /// - Returns: how far it has come by then; nil once it is made, or has failed.
  package func waitForProgress(within duration: Duration) -> PlanningProgress? {
    result.wait(until: .now + duration) { $0 } == nil ? looks.progress : nil
  }

  /// Blocks until the plan is made.
  package func waitForPlan() throws(ClearingError) -> ClearingPlan {
    while true {
      if let result = result.wait({ $0 }) { return try result.get() }
    }
  }
}
