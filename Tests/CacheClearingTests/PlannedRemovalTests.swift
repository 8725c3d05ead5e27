import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Carrying out a list of candidates")
struct PlannedRemovalTests {
  @Test("exactly what is listed goes, and emptied directories stay")
  func listed() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b c; touch a/b/x a/y c/z")
    let report = try scene.clear(["a/b/x", "c/z"])
    #expect(try scene.left() == ["a", "a/b", "a/y", "c"])
    #expect(report.files == 2 && report.directories == 0 && report.isComplete)
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
    #expect(try scene.clear(["x"], ClearingRules(threads: number)).files == 1)
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
    let report = try scene.clear(["f"], after: change)
    #expect(report.skips == ["f: changed"])
    #expect(report.files == 0)
    #expect(!report.isComplete)
  }

  @Test("what is gone already is no failure")
  func absence() throws {
    let scene = try Scene()
    try scene.shell("mkdir d; touch d/x y z")
    let report = try scene.clear(["d/x", "y", "z"], after: "rm -r d y")
    #expect(report.isComplete && report.files == 1)
  }

  @Test("a directory on the way that became a link is not followed")
  func exchangedDirectory() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/deep; cp -p ../canary/deep/file a/deep/file")
    let report = try scene.clear(["a/deep/file"], after: "mv a b; ln -s ../canary a")
    #expect(report.skips == ["a/deep/file: changed"])
  }

  @Test("the names of one inode go one after the other, and only the last frees it")
  func links() throws {
    let scene = try Scene()
    try scene.shell("mkdir a b; head -c 100000 /dev/zero >a/x; ln a/x a/y; ln a/x b/z; echo >b/other")
    let before = try scene.diskUsage()
    let report = try scene.clear(["a/x", "b/other", "b/z", "a/y"])
    #expect(report.files == 4 && report.isComplete)
    #expect(report.freedBytes == before - (try scene.diskUsage()))
    #expect(report.stillLinkedBytes == 0)
  }

  @Test("an edited plan cannot take what the rules protect")
  func protection() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p keep .h; touch keep/x .h/y z")
    let rules = ClearingRules(protecting: ["keep"], skipsHidden: true)
    let report = try scene.clear(["keep/x", ".h/y", "z"], rules)
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
