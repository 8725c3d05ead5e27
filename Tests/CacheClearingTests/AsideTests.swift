import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Clearing aside")
struct AsideTests {
  private let rules = ClearingRules(aside: true)

  @Test("everything goes, no trace is left, and the directory of our own is not counted")
  func all() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b; touch a/b/x y .hidden")
    let report = try scene.clear(rules)
    #expect(try scene.left() == [])
    #expect((report.files, report.directories) == (3, 2))
    #expect(report.isComplete)
  }

  @Test("the root goes too when asked for")
  func root() throws {
    let scene = try Scene()
    try scene.shell("touch x; echo 'Signature: 8a477f597d28d172789f06886806bc55' >CACHEDIR.TAG")
    let report = try scene.clear(ClearingRules(includesRoot: true, aside: true))
    #expect(report.isComplete)
    #expect((report.files, report.directories) == (2, 1))
    #expect(throws: Errno.noSuchFile) { try scene.root.names() }
  }

  @Test("a tag stays where it is")
  func tag() throws {
    let scene = try Scene()
    try scene.shell("touch x; echo 'Signature: 8a477f597d28d172789f06886806bc55' >CACHEDIR.TAG")
    #expect(try scene.clear(rules).files == 1)
    #expect(try scene.left() == ["CACHEDIR.TAG"])
  }

  @Test(
    "what cannot be deleted comes back under its name, and is reported so",
    .enabled(if: TestDisk.isAvailable(.ext4)))
  func back() throws {
    try TestDisk.use(.ext4) { disk in
      let scene = try Scene(in: disk)
      try scene.shell("mkdir -p a/b; touch a/b/fixed a/x z; chattr +i a/b/fixed")
      let report = try scene.clear(rules)
      #expect(try scene.left() == ["a", "a/b", "a/b/fixed"])
      #expect(report.skips == ["a/b/fixed: immutable"])
      #expect(!report.isComplete)
      try scene.shell("chattr -i a/b/fixed")
    }
  }

  @Test("what a crash left is ordinary content")
  func crash() throws {
    let scene = try Scene()
    try scene.shell("mkdir -m 700 .cachewatch-0123456789abcdef; touch .cachewatch-0123456789abcdef/x")
    #expect(try scene.clear(rules).isComplete)
    #expect(try scene.left() == [])
  }

  @Test("another clear aside that comes in between, at any moment, and both of them leave nothing unsaid")
  func overlap() throws {
    for position in 1... {
      let scene = try Scene(withCanary: false)
      try scene.shell("mkdir -p a/b c; touch a/b/x a/y c/z w")
      let other = try scene.clearer()
      let plan = scene.everything(rules, for: other)
      let reports = Monitor<[ClearingReport]>([])
      let disk = FaultyDisk(failing: position, count: 0) {
        if let report = try? other.start(plan).waitForReport() { reports.withLock { $0.append(report) } }
      }
      let clearer = try scene.clearer(disk: disk)
      let report = try clearer.clear(scene.everything(ClearingRules(aside: true, threads: 1), for: clearer))
      let left = try scene.left()
      #expect(report.isComplete && left.isEmpty, "call \(position): \(left), \(report)")
      let isOtherComplete = reports.withLock { $0.allSatisfy(\.isComplete) }
      #expect(isOtherComplete, "call \(position)")
      guard disk.hasFailed else { return }
    }
  }

  @Test("whoever renames the directory that all was moved to gets no more deleted, and what is left is said")
  func renamed() throws {
    for position in 1... {
      let scene = try Scene()
      try scene.shell("mkdir -p a/b c; touch a/b/x a/y c/z w")
      let root = scene.root
      let disk = FaultyDisk(failing: position, count: 0) {
        _ = try? Subprocess.output(of: "sh", ["-c", "cd \"$1\"; mv .cachewatch-* ../moved 2>&1 || true", "sh", root])
      }
      let report = try scene.clear(ClearingRules(aside: true, threads: 1), disk: disk)
      let left = try scene.left()
      // What is empty was moved before anything was in it.
      let isMoved = (try? root.removingLastComponent().appending("moved").names())?.isEmpty == false
      #expect(!report.isComplete || left.isEmpty && !isMoved, "call \(position): \(left), \(report)")
      guard disk.hasFailed else { return }
    }
  }

  @Test("it is for everything only")
  func consistency() throws {
    let scene = try Scene()
    #expect(throws: ClearingError.self) { try scene.clear(ClearingRules(protecting: ["a"], aside: true)) }
    #expect(try scene.clear(ClearingRules(minimumAge: .zero, aside: true)).isComplete)
  }
}
