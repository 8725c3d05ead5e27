import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Directories that are moved out while they are cleared")
struct MovedDirectoryTests {
  /// A disk on which `d` is moved out of the cache before a block of names is read, for longer than a look at the way
  /// counts.
  private static func disk(
    moving scene: Scene, at read: Int, restoring: Bool = false, _ clock: SteppedClock
  ) -> AlteredDisk {
    let (root, reads) = (scene.root, Monitor(0))
    return AlteredDisk(beforeReading: {
      let count = reads.withLock { count in
        count += 1
        return count
      }
      guard count == read else { return }
      let script = restoring ? "mv \"$1/d\" \"$1/../moved\"; mkdir \"$1/d\"" : "mv \"$1/d\" \"$1/../moved\""
      _ = try? Subprocess.output(of: "sh", ["-c", BytePath(script), "sh", root])
      clock.advance(by: .milliseconds(20))
    })
  }

  @Test("nothing at any depth of what was moved out is deleted, and it is reported once", arguments: 3...12)
  func deep(read: Int) throws {
    for isReplaced in [false, true] {
      let scene = try Scene()
      try scene.dig(5) { directory in
        try directory.makeDirectory(Array("e".utf8), permissions: 0o755)
      }.close()
      let clock = SteppedClock()
      let disk = Self.disk(moving: scene, at: read, restoring: isReplaced, clock)
      let report = try scene.clear(ClearingRules(threads: 1), disk: disk, clock: clock.clearingClock)
      let left = try Subprocess.output(of: "find", [scene.root.appending("../moved"), "-type", "f"])
      let all = try Subprocess.output(of: "find", [scene.root.appending("../moved")])
      // Reads are two for each directory, the way down first: each level whose first read was not over has all it had.
      #expect(left.split(separator: 10).count + report.files == 5)
      #expect(left.split(separator: 10).count >= 6 - read / 2, "read \(read)")
      #expect(all.split(separator: 10).count + report.files + report.directories == 15)
      #expect(report.skips.filter { $0 != "d: busy" } == ["d: changed"])
      #expect(!report.isComplete)
    }
  }

  @Test("a list of candidates in a directory that was moved out is given up, of however many")
  func candidates() throws {
    let scene = try Scene()
    try scene.shell("mkdir d; seq -f d/%g 1000 | xargs touch -d 2001-01-01")
    let (root, clock) = (scene.root, SteppedClock())
    let disk = FaultyDisk(failing: 1_000, count: 0) {
      _ = try? Subprocess.output(of: "sh", ["-c", "mv \"$1/d\" \"$1/../moved\"", "sh", root])
      clock.advance(by: .milliseconds(20))
    }
    let plan = try scene.plan(.olderThan(.zero))
    #expect(plan.candidates.count == 1000)
    let report = try scene.clearer(disk: disk, clock: clock.clearingClock).clear(plan)
    let left = try root.appending("../moved").names().count
    #expect(left + report.files == 1000 && report.files > 0)
    // Two calls for each entry, and a few to get there.
    #expect(report.files < 501)
    #expect(report.skipped.count == left && report.skipped.allSatisfy { $0.reason == .changed })
  }
}
