import ByteCounts
import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Faults while planning")
struct PlanningFaultTests {
  private let policies: [ClearingPolicy] = [.entries(["d"]), .leastRecentlyUsed(downTo: .zero)]

  @Test(
    "a fault at any call is an error or in the plan, and no descriptor is lost", arguments: ClearingFaultTests.reasons)
  func everywhere(_ reason: Errno) throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b d/e; for f in a/x a/b/y d/z d/e/w i; do echo >$f; done; ln a/x d/link; ln i ../out")
    let complete = Set(try scene.plan(.entries(["d"]), .leastRecentlyUsed(downTo: .zero)).candidates.map(\.path))
    #expect(complete.count == 8)
    for count in [1, 30] {
      for position in 1... {
        let disk = FaultyDisk(failing: position, count: count, with: reason)
        let place = "\(reason), \(count) times from call \(position)"
        let clearer = try scene.clearer(disk: disk)
        do throws(ClearingError) {
          let plan = try clearer.plan(policies)
          let found = Set(plan.candidates.map(\.path))
          #expect(found.isSubset(of: complete), "\(place)")
          // That a name is gone is no fault but an answer.
          let isSilent = reason == .noSuchFile
          #expect(found == complete || !plan.skipped.isEmpty || isSilent, "\(place): \(found)")
        } catch {
          #expect(error.cause == reason, "\(place)")
        }
        #expect(disk.isClosed, "\(place)")
        if !disk.hasFailed { break }
      }
    }
  }
}
