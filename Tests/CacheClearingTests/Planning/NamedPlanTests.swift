import ByteCounts
import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Planning: what is named or old")
struct NamedPlanTests {
  @Test("everything is a rule: at once, without a look at the disk")
  func everything() throws {
    let scene = try Scene()
    try scene.shell("touch a")
    let disk = FaultyDisk(failing: 1, count: .max, with: .inputOutput)
    let plan = try scene.plan(.everything, .olderThan(.seconds(1)), protecting: ["b"], on: disk)
    #expect(plan.isEverything && plan.candidates.isEmpty && plan.totals == nil)
    #expect(plan.rules.protecting == ["b"])
    #expect(try scene.clearer().clear(plan).files == 1)
  }

  @Test("named entries go, directories with all their contents and after them")
  func named() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b/c d/e; touch a/b/x a/b/c/y d/e/z d/w f; ln -s d link")
    let (plan, report) = try scene.clearByPlan(.entries(["a/b", "d/e/z", "link", "link/w", "none", "a/b/x"]))
    #expect(Set(plan.paths.prefix(4)) == ["a/b/c/y", "a/b/x", "d/e/z", "link"])
    #expect(plan.paths.suffix(2) == ["a/b/c", "a/b"])
    #expect(plan.candidates.allSatisfy { $0.reason == .entry })
    #expect(try scene.left() == ["a", "d", "d/e", "d/w", "f"])
    #expect(report.isComplete)
  }

  @Test("only the way to what is named is read, and nothing where enough is free")
  func reading() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b c d; touch a/x c/y")
    let reads = Monitor(0)
    let disk = AlteredDisk(space: try scene.space(freeBytes: 2), beforeReading: { reads.withLock { $0 += 1 } })
    #expect(try scene.plan(.untilFree(.amount(ByteCount(bytes: 2))), on: disk).candidates.isEmpty)
    #expect(reads.withLock { $0 } == 0)
    #expect(try scene.plan(.entries(["a/x"]), on: disk).paths == ["a/x"])
    // The root and one directory, each up to its end.
    #expect(reads.withLock { $0 } == 4)
  }

  @Test("what is no path below the root is refused", arguments: ["", "/", "/etc", "..", "a/../b", "./a", "a/\0b"])
  func refused(_ path: String) throws {
    let scene = try Scene()
    let error = #expect(throws: ClearingError.self) { try scene.plan(.entries([BytePath(path)])) }
    #expect(error?.code == .invalidPlan)
  }

  @Test("what the rules spare of a named directory stays with the directories above, and is said")
  func spared() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b/keep a/c a/.d; touch a/b/keep/x a/b/y a/c/z a/.d/w out")
    let rules = ClearingRules(protecting: ["keep"], skipsHidden: true)
    let (plan, report) = try scene.clearByPlan(.entries(["a", "a/b/keep/x"]), rules: rules)
    #expect(try scene.left() == ["a", "a/.d", "a/.d/w", "a/b", "a/b/keep", "a/b/keep/x", "out"])
    #expect(plan.skips == ["a/.d: hidden", "a/b/keep: protected"])
    #expect(report.skips == plan.skips)
    #expect(report.isComplete)
  }

  @Test("files older than a duration go, and not those of that age")
  func older() throws {
    let scene = try Scene()
    try scene.shell("mkdir d; touch -d '2 hours ago' d/old; touch -d '1 hour ago' d/young; touch -d 2200-01-01 d/next")
    let (plan, _) = try scene.clearByPlan(.olderThan(.seconds(3600 * 3)), .olderThan(.seconds(5400)))
    #expect(plan.paths == ["d/old"])
    #expect(plan.candidates.first?.reason == .olderThan)
    #expect(try #require(plan.candidates.first).age >= .seconds(7200))
    #expect(try scene.left() == ["d", "d/next", "d/young"])
  }

  @Test("emptied directories go when asked for, and the plan counts them")
  func pruning() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b; touch -d 2001-01-01 a/b/x a/y")
    let clearer = try scene.clearer()
    let plan = try clearer.plan(.olderThan(.seconds(60)), rules: ClearingRules(prunesEmptyDirectories: true))
    #expect(plan.totals?.directories == 2)
    #expect(try clearer.clear(plan).directories == 2)
  }

  @Test("an inode that is named in part does not count as freed")
  func partOfInode() throws {
    let scene = try Scene()
    try scene.shell("mkdir d; head -c 8192 /dev/zero >d/x; ln d/x y; ln y d/z")
    let (plan, _) = try scene.clearByPlan(.entries(["d"]))
    #expect(plan.totals == ClearingTotals(files: 2, directories: 1, freedBytes: plan.candidates[2].allocatedBytes))
  }

  @Test("all policies together hold; no policy is nothing to do")
  func together() throws {
    let scene = try Scene()
    try scene.shell("touch a")
    #expect(try scene.plan().candidates.isEmpty)
    #expect(throws: ClearingError.self) { try scene.plan(.entries(["a"]), rules: ClearingRules(includesRoot: true)) }
  }
}
