import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Directories in a list of candidates")
struct PlannedDirectoryTests {
  private static let pruning = ClearingRules(prunesEmptyDirectories: true)

  @Test("emptied directories go when asked for, upwards, and empty ones that were so before stay; the plan says which")
  func pruning() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b/c d e/f .h/g; touch a/b/c/x d/y d/z e/w .h/g/v")
    let (plan, report) = try scene.clearByPlan(
      .entries(["a/b/c/x", "d/y", "e/w", ".h/g/v"]), rules: Self.pruning, protecting: ["g"])
    #expect(plan.paths.dropFirst(3) == ["a/b/c", "a/b", "a"])
    #expect(plan.candidates.suffix(3).allSatisfy { $0.reason == .emptied })
    #expect(try scene.left() == [".h", ".h/g", ".h/g/v", "d", "d/z", "e", "e/f"])
    #expect((report.files, report.directories) == (3, 3))
    #expect(report.isComplete)
  }

  @Test(
    "a directory that someone else emptied or filled meanwhile is not pruned, and is no failure",
    arguments: [("rm a/b/x", ["a", "a/b"]), ("touch a/b/new", ["a", "a/b", "a/b/new"])])
  func emptiedByOthers(_ change: (script: String, left: [String])) throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b; touch -d 2001-01-01 a/b/x")
    let clearer = try scene.clearer()
    let plan = try clearer.plan(.olderThan(.seconds(3600)), rules: Self.pruning)
    #expect(plan.paths == ["a/b/x", "a/b", "a"])
    try scene.shell(change.script)
    let report = try clearer.clear(plan)
    #expect(report.isComplete && report.directories == 0)
    #expect(try scene.left() == change.left)
  }

  @Test("an empty directory that someone locked stays")
  func lockedDirectory() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b")
    let clearer = try scene.clearer()
    let plan = try clearer.plan(.entries(["a/b"]))
    let lock = try Descriptor.open(scene.root.appending("a/b").bytes, [.directory])
    defer { lock.close() }
    #expect(flock(lock.rawValue, LOCK_SH) == 0)
    #expect(try clearer.clear(plan).skips == ["a/b: locked"])
    #expect(try scene.left() == ["a", "a/b"])
  }

  @Test("directories go after their contents; one that got something new stays")
  func directories() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b c; touch a/b/x c/y")
    let report = try scene.clear(["a/b/x", "a/b", "a", "c/y", "c"], after: "touch c/new")
    #expect(try scene.left() == ["c", "c/new"])
    #expect(report.skips == ["c: changed"])
    #expect((report.files, report.directories) == (2, 2))
  }
}
