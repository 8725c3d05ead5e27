import ByteCounts
import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Planning: what is spared and what cannot be read")
struct PlanRulesTests {
  private let all = ClearingPolicy.leastRecentlyUsed(downTo: .zero)

  @Test("protected, hidden and young files count in the size and are never chosen")
  func spared() throws {
    let scene = try Scene()
    try scene.shell(
      """
      mkdir -p keep/in .h/in d; for f in keep/in/a .h/in/b d/.c d/e f; do head -c 4096 /dev/zero >$f; done
      """)
    let rules = ClearingRules(skipsHidden: true)
    let size = try scene.diskUsage()
    let plan = try scene.plan(all, rules: rules, protecting: ["keep"])
    #expect(Set(plan.paths) == ["d/e", "f"])
    #expect(plan.shortfallBytes == size - 8192)
    #expect(plan.skips.isEmpty)
    #expect(try scene.plan(all, rules: ClearingRules(minimumAge: .seconds(3600))).candidates.isEmpty)
  }

  @Test("a pattern protects however its path is written", arguments: ["keep/", "./keep", "././/keep//", "d/keep/"])
  func writtenPattern(_ pattern: String) throws {
    let scene = try Scene()
    try scene.shell("mkdir -p d/keep; echo >d/keep/a; echo >d/b")
    #expect(try scene.plan(all, protecting: [pattern, "./d/keep/"]).paths == ["d/b"])
    try scene.clear(ClearingRules(protecting: [pattern, "./d/keep/"]))
    #expect(try scene.left() == ["d", "d/keep", "d/keep/a"])
  }

  @Test(
    "a pattern that can match nothing makes an invalid plan",
    arguments: ["", "/", "./", "/cache/keep", "a//b", "a/./b", "..", "../keep", "[ab]/..", "keep\\", "a\0b"])
  func uselessPattern(_ pattern: String) throws {
    let scene = try Scene()
    try scene.shell("mkdir keep; echo >keep/a")
    let clearer = try scene.clearer()
    let planning = #expect(throws: ClearingError.self) { try clearer.plan(all, protecting: ["x", pattern]) }
    #expect(planning?.code == .invalidPlan)
    let plan = scene.everything(ClearingRules(protecting: [pattern]), for: clearer)
    #expect(#expect(throws: ClearingError.self) { try clearer.clear(plan) }?.code == .invalidPlan)
    #expect(try scene.left() == ["keep", "keep/a"])
  }

  @Test("the tag of the root stays")
  func tag() throws {
    let scene = try Scene()
    try scene.shell("echo 'Signature: 8a477f597d28d172789f06886806bc55' >CACHEDIR.TAG; mkdir d; cp CACHEDIR.TAG d")
    #expect(try scene.plan(all).paths == ["d/CACHEDIR.TAG"])
    #expect(try scene.plan(.entries(["CACHEDIR.TAG"])).paths == [])
  }

  @Test("what lies in a locked directory counts and is never chosen, and the lock is said")
  func locked() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p d/e; echo >d/x; echo >d/e/y; echo >z")
    let lock = try Descriptor.open(scene.root.appending("d").bytes, [.directory])
    defer { lock.close() }
    #expect(flock(lock.rawValue, LOCK_SH) == 0)
    let plan = try scene.plan(all, .entries(["d"]))
    #expect(plan.paths == ["z"])
    #expect(plan.skips == ["d: locked"])
  }

  @Test("a mount is no part of the tree", .enabled(if: TestDisk.isAvailable(.tmpfs)))
  func mount() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p d/m; echo >d/x")
    let place = scene.root.appending("d/m")
    try Subprocess.output(of: "mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", place])
    defer { _ = try? Subprocess.run("umount", [place]) }
    try scene.shell("head -c 9999 /dev/zero >d/m/y")
    let plan = try scene.plan(all)
    #expect(plan.paths == ["d/x"])
    #expect(plan.skips.isEmpty)
    let named = try scene.plan(.entries(["d"]))
    #expect(named.paths == ["d/x"])
    #expect(named.skips == ["d/m: mount"])
  }

  @Test("what cannot be read is said, and the clear is not complete")
  func unreadable() async {
    await #expect(processExitsWith: .success) {
      let scene = try Scene()
      try scene.shell("mkdir d e; echo >d/x; echo >e/y; chown -R 65534 ..; chmod 0 d")
      try OwnProcess.become(user: 65_534)
      let (plan, report) = try scene.clearer().planAndClear(.leastRecentlyUsed(downTo: .zero))
      #expect(plan.paths == ["e/y"])
      #expect(plan.skipped == [SkippedEntry(path: "d", reason: .unreadable, cause: .permissionDenied)])
      #expect(!report.isComplete && report.skipped == plan.skipped)
      try scene.shell("chmod 700 d")
    }
  }

  @Test("a root that cannot be listed gives no plan")
  func unreadableRoot() async {
    await #expect(processExitsWith: .success) {
      let scene = try Scene()
      let clearer = try scene.clearer()
      try scene.shell("chown -R 65534 ..; chmod 0 .")
      try OwnProcess.become(user: 65_534)
      let error = #expect(throws: ClearingError.self) { try clearer.plan(.olderThan(.zero)) }
      #expect(error?.cause == .permissionDenied)
      try Subprocess.output(of: "chmod", ["700", scene.root])
    }
  }
}

extension CacheClearer {
  fileprivate func planAndClear(_ policy: ClearingPolicy) throws -> (ClearingPlan, ClearingReport) {
    let plan = try plan(policy)
    return (plan, try clear(plan))
  }
}
