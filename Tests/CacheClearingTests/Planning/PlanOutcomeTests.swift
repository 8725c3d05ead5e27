import ByteCounts
import CacheClearing
import Foundation
import SystemCalls
import TestSupport
import Testing

@Suite("Planning: from the plan to the clear")
struct PlanOutcomeTests {
  @Test(
    "what changed after the plan stays",
    arguments: ["mv other f", "echo more >>f", "cat f >seen", "rm f; cp -p other f", "ln f second"])
  func changes(_ change: String) throws {
    let scene = try Scene()
    try scene.shell(
      "echo text >f; echo text >other; touch -d 2001-01-01 f; touch -d 2002-01-01 other; touch -a -d 1999-01-01 g")
    let clearer = try scene.clearer()
    let size = try scene.diskUsage()
    let plan = try clearer.plan(.leastRecentlyUsed(downTo: ByteCount(bytes: size - 1)))
    #expect(plan.paths == ["f"])
    try scene.shell(change)
    let report = try clearer.clear(plan)
    #expect(report.skips == ["f: changed"])
    #expect(report.files == 0)
  }

  @Test("a plan that was kept as JSON clears the same")
  func kept() throws {
    let scene = try Scene()
    try scene.shell(
      """
      mkdir -p a/b; for f in a/x a/b/y "$(printf 'odd\\377')" z; do echo >"$f"; touch -d 2001-01-01 "$f"; done; ln z a/z
      """)
    let clearer = try scene.clearer()
    let plan = try clearer.plan(.leastRecentlyUsed(downTo: .zero), .entries(["a"]))
    let decoded = try JSONDecoder().decode(ClearingPlan.self, from: JSONEncoder().encode(plan))
    #expect(decoded == plan)
    let report = try scene.carryOut(decoded, by: try scene.clearer())
    #expect(report.isComplete && report.files == 5 && report.directories == 2)
    #expect(try scene.left() == [])
  }

  @Test("planning without blocking a task says the same")
  func asynchronously() async throws {
    let scene = try Scene()
    try scene.shell("mkdir a; echo >a/x; echo >y")
    let clearer = try scene.clearer()
    let plan = try await clearer.plan(.entries(["a"]))
    #expect(plan.paths == ["a/x", "a"])
    #expect(try await clearer.plan([.entries(["a"])], protecting: ["x"]).skips == ["a/x: protected"])
    let error = await #expect(throws: ClearingError.self) { try await clearer.plan(.entries([".."])) }
    #expect(error?.code == .invalidPlan)
    #expect(try await clearer.clear(plan).isComplete)
  }

  @Test("cancelling the task ends the planning at the next block of names")
  func cancellation() async throws {
    let scene = try Scene()
    try scene.shell("mkdir -p $(seq 100)")
    let task = Monitor<Task<ClearingPlan, any Error>?>(nil)
    let reads = Monitor(0)
    let disk = AlteredDisk(beforeReading: {
      reads.withLock { $0 += 1 }
      task.wait { $0 }?.cancel()
    })
    let clearer = try scene.clearer(disk: disk)
    let planning = Task { try await clearer.plan(.olderThan(.seconds(1))) }
    task.signal { $0 = planning }
    let error = await #expect(throws: ClearingError.self) { try await planning.value }
    #expect(error?.code == .cancelled)
    #expect(reads.withLock { $0 } == 1)
  }

  @Test("another directory at the root's path gives no plan")
  func exchangedRoot() throws {
    let scene = try Scene()
    let clearer = try scene.clearer()
    try scene.shell("cd ..; mv cache old; mkdir cache; touch cache/precious")
    let error = #expect(throws: ClearingError.self) { try clearer.plan(.olderThan(.zero)) }
    #expect(error?.code == .rootChanged)
  }

  @Test("20,000 levels need neither descriptors nor stack", .timeLimit(.minutes(2)))
  func depth() async {
    await #expect(processExitsWith: .success) {
      let scene = try Scene()
      try scene.dig(20_000).close()
      try OwnProcess.limitDescriptors(below: 256)
      try scene.shell("head -c 5000 /dev/zero >d/d/f; touch -d 2001-01-01 d/d/f")
      let size = try scene.diskUsage()
      let plan = try scene.plan(.leastRecentlyUsed(downTo: ByteCount(bytes: size - 1)), .olderThan(.seconds(100_000)))
      #expect(plan.paths == ["d/d/f"])
      #expect(plan.skipped.isEmpty)
    }
  }
}
