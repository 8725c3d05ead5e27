import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Faults while clearing")
struct ClearingFaultTests {
  static let reasons: [Errno] = [
    .inputOutput, .permissionDenied, .busy, .tooManyFiles, .noMemory, .interrupted, .stale, .noSuchFile, .wouldBlock,
  ]

  /// Made without other programs: there are thousands of these.
  static func makeTree(in root: BytePath) throws(Errno) {
    for directory in ["a", "a/b", "a/b/c", "d", "d/e", "keep"] as [BytePath] {
      try FileChanges.makeDirectory(root.appending(directory), permissions: 0o755)
    }
    for file in ["a/x", "a/b/c/f", "a/b/g", "d/e/h", "i"] as [BytePath] {
      try FileChanges.makeFile(root.appending(file), permissions: 0o644)
    }
    for name in ["d/y", "keep/z"] as [BytePath] {
      try FileChanges.link(root.appending("a/x"), to: root.appending(name))
    }
  }

  @Test("one fault at any call leaves nothing that is not reported", arguments: reasons)
  func everywhere(_ reason: Errno) throws {
    try failEverywhere(reason, count: 1, ClearingRules(protecting: ["keep"], threads: 1)) {
      $0 == ["keep", "keep/z"]
    }
  }

  @Test("a fault that lasts, for a while or for ever, leaves nothing that is not reported", arguments: reasons)
  func lasting(_ reason: Errno) throws {
    for count in [30, .max] {
      try failEverywhere(reason, count: count, ClearingRules(protecting: ["keep"], threads: 1)) {
        $0 == ["keep", "keep/z"]
      }
    }
  }

  @Test("a fault while moving aside leaves nothing that is not reported", arguments: reasons)
  func aside(_ reason: Errno) throws {
    for count in [1, 30] {
      try failEverywhere(reason, count: count, ClearingRules(aside: true, threads: 1)) { $0 == [] }
    }
  }

  @Test("a fault while carrying out a list leaves nothing that is not reported", arguments: reasons)
  func listed(_ reason: Errno) throws {
    let paths: [BytePath] = ["a/x", "i", "d/y", "a/b/c/f", "a/b/g", "a/b/c", "a/b", "a", "d/e/h", "d/e", "d"]
    for count in [1, 30] {
      let rules = ClearingRules(prunesEmptyDirectories: true, threads: 1)
      try failEverywhere(reason, count: count, rules, listing: paths) { $0 == ["keep", "keep/z"] }
    }
  }

  @Test("no fault takes the tag", arguments: reasons.filter { $0 != .noSuchFile })
  func tag(_ reason: Errno) throws {
    let other = try Scene()
    try other.shell("echo 'Signature: 8a477f597d28d172789f06886806bc55' >CACHEDIR.TAG")
    let tag = other.root.appending("CACHEDIR.TAG")
    for (count, isListed) in [(1, false), (30, false), (1, true), (30, true)] {
      for position in 1... {
        let scene = try Scene(withCanary: false)
        try FileChanges.link(tag, to: scene.root.appending("CACHEDIR.TAG"))
        try FileChanges.makeFile(scene.root.appending("x"), permissions: 0o644)
        let disk = FaultyDisk(failing: position, count: count, with: reason)
        let clearer = try scene.clearer(disk: disk)
        let rules = ClearingRules(threads: 1)
        let plan =
          try isListed
          ? scene.plan(["CACHEDIR.TAG", "x"], rules, for: clearer) : scene.everything(rules, for: clearer)
        let report = try clearer.clear(plan)
        let left = try scene.root.namesBelow()
        #expect(left.contains("CACHEDIR.TAG"), "\(reason) at call \(position): \(report)")
        #expect(!report.isComplete || left.count == 1, "\(reason) at call \(position): \(report)")
        #expect(disk.isClosed)
        guard disk.hasFailed else { break }
      }
    }
  }

  private func failEverywhere(
    _ reason: Errno, count: Int, _ rules: ClearingRules, listing paths: [BytePath]? = nil,
    isDone: ([BytePath]) -> Bool
  ) throws {
    for position in 1... {
      let scene = try Scene(withCanary: false)
      try Self.makeTree(in: scene.root)
      let disk = FaultyDisk(failing: position, count: count, with: reason)
      let clearer = try scene.clearer(disk: disk)
      let plan =
        try paths.map { try scene.plan($0, rules, for: clearer) } ?? scene.everything(rules, for: clearer)
      let report = try clearer.clear(plan)
      let left = try scene.root.namesBelow()
      // That a name is gone is no fault but an answer: when it is a lie, no one can know.
      if reason != .noSuchFile {
        #expect(!report.isComplete || isDone(left), "\(reason) at call \(position): \(left), \(report)")
      }
      #expect(disk.isClosed, "\(reason) at call \(position)")
      // What is left goes the next time.
      let next = try scene.clearer(disk: FaultyDisk(failing: .max, with: reason))
      let again = try next.clear(scene.everything(for: next))
      #expect(again.isComplete)
      guard disk.hasFailed else { return }
    }
  }
}

extension BytePath {
  /// The paths of all that is below a directory, sorted.
  fileprivate func namesBelow() throws -> [BytePath] {
    let directory = try WorkDirectory(self)
    return try directory.entries().flatMap { entry -> [BytePath] in
      let path = BytePath(bytes: entry.name)
      guard entry.isDirectory else { return [path] }
      return try [path] + appending(path).namesBelow().map { path.appending($0) }
    }
  }
}
