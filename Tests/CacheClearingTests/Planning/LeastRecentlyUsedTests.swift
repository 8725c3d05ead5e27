import ByteCounts
import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Planning: the least recently used, down to a size")
struct LeastRecentlyUsedTests {
  /// Four files of 8192 bytes each, a the oldest.
  private static let four =
    "i=0; for f in a b c d; do i=$((i+1)); head -c 8192 /dev/zero >$f; touch -d @$((1000000000+i)) $f; done; "

  private func target(_ scene: Scene, less: UInt64) throws -> ClearingPolicy {
    .leastRecentlyUsed(downTo: ByteCount(bytes: try scene.diskUsage() - less))
  }

  @Test("the plan stops at the first size that fits", arguments: [(1, 1), (8192, 1), (8193, 2), (24_577, 4)])
  func firstFit(_ bytes: UInt64, _ count: Int) throws {
    let scene = try Scene()
    try scene.shell(Self.four)
    let (plan, report) = try scene.clearByPlan(try target(scene, less: bytes))
    #expect(plan.paths == Array(["a", "b", "c", "d"].prefix(count)))
    #expect(plan.candidates.allSatisfy { $0.reason == .leastRecentlyUsed })
    #expect(plan.shortfallBytes == 0)
    #expect(report.isComplete)
  }

  @Test("nothing goes when the size fits already")
  func enough() throws {
    let scene = try Scene()
    try scene.shell(Self.four)
    let plan = try scene.plan(try target(scene, less: 0))
    #expect(plan.candidates.isEmpty)
    #expect(plan.totals == ClearingTotals())
  }

  @Test("a goal out of reach takes all there is, and says by how much it is missed")
  func shortfall() throws {
    let scene = try Scene()
    try scene.shell(Self.four + "mkdir sub; mv c d sub")
    let (plan, _) = try scene.clearByPlan(.leastRecentlyUsed(downTo: .zero), protecting: ["b"])
    #expect(plan.paths == ["a", "sub/c", "sub/d"])
    #expect(plan.shortfallBytes == (try scene.diskUsage()))
  }

  @Test("of equal times the first path goes first, byte by byte; what was used in the future is of one age, the least")
  func ties() throws {
    let scene = try Scene()
    try scene.shell(
      """
      mkdir -p a b/c; for f in a/x a-x a.x b/c/y b/z "$(printf '\\377')"; do
        head -c 4096 /dev/zero >"$f"; touch -d @1000000000 "$f"; done
      for f in b/f a/g; do head -c 4096 /dev/zero >$f; done; touch -d 2200-01-01 a/g; touch -d 2199-01-01 b/f
      """)
    let plan = try scene.plan(try target(scene, less: 8 * 4096))
    #expect(
      plan.candidates.map(\.path)
        == ["a-x", "a.x", "a/x", "b/c/y", "b/z", BytePath(bytes: [0xFF]), "a/g", "b/f"])
    #expect(plan.candidates.suffix(2).allSatisfy { $0.age == .zero && $0.lastUse > 7_000_000_000 })
    #expect(plan.candidates.first?.lastUse == 1_000_000_000)
    #expect(try scene.plan(try target(scene, less: 2 * 4096)).paths == ["a-x", "a.x"])
  }

  @Test("an inode counts when its last name goes, and its names go together")
  func links() throws {
    let scene = try Scene()
    try scene.shell(Self.four + "mkdir s; ln a s/a; ln b z; ln d ../d")
    #expect(try scene.plan(try target(scene, less: 1)).paths == ["a", "s/a"])
    let (plan, report) = try scene.clearByPlan(try target(scene, less: 32_768))
    #expect(plan.paths == ["a", "s/a", "b", "z", "c", "d"])
    #expect(plan.candidates.map(\.allocatedBytes) == [0, 8192, 0, 8192, 8192, 0])
    #expect(report.stillLinkedBytes == 8192)
  }

  @Test("names that bring nothing stay: of an inode that keeps one inside, and of what occupies nothing")
  func useless() throws {
    let scene = try Scene()
    try scene.shell(
      Self.four + "ln a keep; touch -d 2000-01-01 empty; truncate -s 1M sparse; touch -d 2000-01-01 sparse")
    let (plan, _) = try scene.clearByPlan(try target(scene, less: 8192), protecting: ["keep"])
    #expect(plan.paths == ["b"])
  }

  @Test("of equal times an inode's place is that of its last name")
  func linkedTies() throws {
    let scene = try Scene()
    try scene.shell(
      "for f in a m; do head -c 8192 /dev/zero >$f; done; ln a z; touch -d @1000000000 a m")
    #expect(try scene.plan(try target(scene, less: 8192)).paths == ["m"])
    #expect(try scene.plan(try target(scene, less: 8193)).paths == ["a", "m", "z"])
  }

  @Test("the last read counts, or the last modification when asked for")
  func basis() throws {
    let scene = try Scene()
    try scene.shell(Self.four + "touch -a -d @1500000000 a; touch -a -d @900000000 b")
    #expect(try scene.plan(try target(scene, less: 1)).paths == ["b"])
    let plan = try scene.plan(try target(scene, less: 1), rules: ClearingRules(ageBy: .modification))
    #expect(plan.paths == ["a"])
  }

  @Test(
    "where the file system does not note reading, the last modification counts",
    .enabled(if: TestDisk.isAvailable(.tmpfs)))
  func withoutAccessTimes() throws {
    try TestDisk.use(.tmpfs) { disk in
      let scene = try Scene(in: disk)
      try scene.shell(Self.four + "touch -a -d @1500000000 a")
      #expect(try scene.plan(try target(scene, less: 1)).paths == ["b"])
      try Subprocess.output(of: "mount", ["-o", "remount,noatime", disk])
      let (plan, _) = try scene.clearByPlan(try target(scene, less: 1))
      #expect(plan.ignoresAccessTimes)
      #expect(plan.paths == ["a"])
    }
  }

  @Test("sums saturate, whatever a disk claims")
  func saturation() throws {
    let scene = try Scene()
    try scene.shell("mkdir sub; " + Self.four)
    let disk = AlteredDisk(alter: { details in
      var details = details
      details.blocks = .max
      return details
    })
    let plan = try scene.plan(.leastRecentlyUsed(downTo: .zero), on: disk)
    #expect(plan.paths == ["a", "b", "c", "d"])
    #expect(plan.totals?.freedBytes == .max)
    // The directories' own.
    #expect(plan.shortfallBytes == .max)
  }
}
