import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Carrying out a list of candidates")
struct PlannedRemovalTests {
  /// Plans, lets something happen, and clears.
  private func clear(
    _ scene: Scene, _ paths: [BytePath], _ rules: ClearingRules = .init(), after change: String = ""
  ) throws -> ClearingReport {
    let clearer = try scene.clearer()
    let plan = try scene.plan(paths, rules, for: clearer)
    try scene.shell(change)
    let report = try clearer.clear(plan)
    try scene.expectCanaryUntouched()
    return report
  }

  @Test("exactly what is listed goes, and emptied directories stay")
  func listed() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b c; touch a/b/x a/y c/z")
    let report = try clear(scene, ["a/b/x", "c/z"])
    #expect(try scene.left() == ["a", "a/b", "a/y", "c"])
    #expect(report.files == 2 && report.directories == 0 && report.isComplete)
  }

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

  @Test(
    "a plan with a path that the rules would not know is refused",
    arguments: ["", "/keep/x", "keep/./x", "./keep/x", "keep//x", "keep/x/", "keep/../keep/x", "..", "a\0"])
  func crookedPath(_ path: String) throws {
    let scene = try Scene()
    try scene.shell("mkdir keep; touch keep/x")
    let clearer = try scene.clearer()
    var plan = try scene.plan(["keep/x"], ClearingRules(protecting: ["keep/x"]), for: clearer)
    plan.candidates[0].path = BytePath(path)
    let error = #expect(throws: ClearingError.self) { try clearer.clear(plan) }
    #expect(error?.code == .invalidPlan)
    #expect(try scene.left() == ["keep", "keep/x"])
  }

  @Test("any number of threads is one that can be started", arguments: [.min, -1, 0, 1_000_000, .max])
  func threads(_ number: Int) throws {
    let scene = try Scene()
    try scene.shell("touch x")
    #expect(try clear(scene, ["x"], ClearingRules(threads: number)).files == 1)
  }

  @Test(
    "what changed since the plan stays",
    arguments: [
      "echo more >>f", "touch -d 2001-01-01 f", "chmod 600 f", "rm f; touch f", "mv f g; mv other f",
      "rm f; ln -s other f", "rm f; mkdir f", "touch -a -d 2001-01-01 f", "ln f second",
    ])
  func changes(_ change: String) throws {
    let scene = try Scene()
    try scene.shell("echo text >f; echo text >other; touch -r f other")
    let report = try clear(scene, ["f"], after: change)
    #expect(report.skips == ["f: changed"])
    #expect(report.files == 0)
    #expect(!report.isComplete)
  }

  @Test("what is gone already is no failure")
  func absence() throws {
    let scene = try Scene()
    try scene.shell("mkdir d; touch d/x y z")
    let report = try clear(scene, ["d/x", "y", "z"], after: "rm -r d y")
    #expect(report.isComplete && report.files == 1)
  }

  @Test("a directory on the way that became a link is not followed")
  func exchangedDirectory() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/deep; cp -p ../canary/deep/file a/deep/file")
    let report = try clear(scene, ["a/deep/file"], after: "mv a b; ln -s ../canary a")
    #expect(report.skips == ["a/deep/file: changed"])
  }

  @Test("the names of one inode go one after the other, and only the last frees it")
  func links() throws {
    let scene = try Scene()
    try scene.shell("mkdir a b; head -c 100000 /dev/zero >a/x; ln a/x a/y; ln a/x b/z; echo >b/other")
    let before = try scene.diskUsage()
    let report = try clear(scene, ["a/x", "b/other", "b/z", "a/y"])
    #expect(report.files == 4 && report.isComplete)
    #expect(report.freedBytes == before - (try scene.diskUsage()))
    #expect(report.stillLinkedBytes == 0)
  }

  @Test("directories go after their contents; one that got something new stays")
  func directories() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b c; touch a/b/x c/y")
    let report = try clear(scene, ["a/b/x", "a/b", "a", "c/y", "c"], after: "touch c/new")
    #expect(try scene.left() == ["c", "c/new"])
    #expect(report.skips == ["c: changed"])
    #expect((report.files, report.directories) == (2, 2))
  }

  @Test("an edited plan cannot take what the rules protect")
  func protection() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p keep .h; touch keep/x .h/y z")
    let rules = ClearingRules(protecting: ["keep"], skipsHidden: true)
    let report = try clear(scene, ["keep/x", ".h/y", "z"], rules)
    #expect(report.skips == [".h/y: hidden", "keep/x: protected"])
    #expect(report.isComplete)
  }

  @Test("a path longer than one call accepts is reached in pieces")
  func longPath() throws {
    let scene = try Scene()
    let name = BytePath(bytes: [UInt8](repeating: UInt8(ascii: "n"), count: 250))
    let path = (0..<20).reduce("") { path, _ in path.appending(name) } as BytePath
    let holder = try scene.dig(20, name: name)
    defer { holder.close() }
    let clearer = try scene.clearer()
    var plan = try scene.plan([], for: clearer)
    plan.candidates = [
      ClearingCandidate(
        path: path.appending("f"), details: try holder.details(of: Array("f".utf8)), allocatedBytes: 0, age: .zero,
        lastUse: 0, reason: .entry)
    ]
    let report = try clearer.clear(plan)
    #expect(report.files == 1 && report.isComplete)
  }

  @Test("a plan for another directory is refused")
  func foreignPlan() throws {
    let (scene, other) = (try Scene(), try Scene())
    let plan = scene.everything(for: try other.clearer())
    #expect(throws: ClearingError.self) { try scene.clearer().clear(plan) }
  }

  @Test("the root that was planned for is gone, and another is there: nothing is touched")
  func exchangedRoot() throws {
    let scene = try Scene()
    let clearer = try scene.clearer()
    try scene.shell("cd ..; mv cache old; mkdir cache; touch cache/precious")
    let error = #expect(throws: ClearingError.self) { try clearer.clear(scene.everything(for: clearer)) }
    #expect(error?.code == .rootChanged)
    #expect(try scene.left() == ["precious"])
  }
}
