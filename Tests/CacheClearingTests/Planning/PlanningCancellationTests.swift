import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Plans that nobody waits for any more")
struct PlanningCancellationTests {
  @Test("a plan in the making ends in the middle of a directory when it is cancelled")
  func cancellation() throws {
    let scene = try Scene()
    try scene.shell("seq 5000 | xargs touch")
    let (looks, isCancelled) = (Monitor(0), Monitor(false))
    let disk = AlteredDisk(alter: { details in
      looks.signal { $0 += 1 }
      _ = isCancelled.wait { $0 ? true : nil }
      return details
    })
    let run = try scene.clearer(disk: disk).startPlanning([.olderThan(.zero)], rules: ClearingRules())
    _ = looks.wait { $0 > 0 ? true : nil }
    run.cancel()
    isCancelled.signal { $0 = true }
    let error = #expect(throws: ClearingError.self) { try run.waitForPlan() }
    #expect(error?.code == .cancelled)
    #expect(looks.withLock { $0 } < 5000)
  }
}
