import ByteCounts
import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Plans in the making")
struct PlanningProgressTests {
  @Test("whoever waits for a plan sees what was looked at, in both walks")
  func progress() throws {
    let scene = try Scene()
    try scene.shell("seq 1000 | xargs touch; echo text >500")
    // In the middle of each walk the disk waits until somebody has seen how far it is.
    let (looks, seen) = (Monitor(0), Monitor(Set<Int>()))
    let disk = AlteredDisk(alter: { details in
      let count = looks.withLock { looks in
        looks += 1
        return looks
      }
      if count % 500 == 0, count % 1000 != 0 { _ = seen.wait { $0.contains(count / 1000 + 1) ? true : nil } }
      return details
    })
    let clearer = try scene.clearer(disk: disk)
    let run = try clearer.startPlanning([.leastRecentlyUsed(downTo: .zero)], rules: ClearingRules())
    while let progress = run.waitForProgress(within: .milliseconds(1)) {
      #expect(progress.entries <= 1000)
      if progress.entries == 499 { seen.signal { $0.insert(progress.walk) } }
    }
    #expect(seen.withLock { $0 } == [1, 2])
    #expect(try run.waitForPlan().paths == ["500"])
  }

  @Test("why no plan was made is told to who waits for it")
  func failure() throws {
    let scene = try Scene()
    let clearer = try scene.clearer(disk: FaultyDisk(failing: 1, count: .max - 1))
    let run = try clearer.startPlanning([.olderThan(.zero)], rules: ClearingRules())
    #expect(throws: ClearingError.self) { try run.waitForPlan() }
    #expect(run.waitForProgress(within: .zero) == nil)
  }
}
