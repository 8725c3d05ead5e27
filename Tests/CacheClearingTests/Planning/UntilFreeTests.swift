import ByteCounts
import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Planning: until so much is free")
struct UntilFreeTests {
  private static let three =
    "i=0; for f in a b c; do i=$((i+1)); head -c 8192 /dev/zero >$f; touch -d @$((1000000000+i)) $f; done; "

  private func plan(
    _ scene: Scene, _ goal: FreeSpaceGoal, free: UInt64, of total: UInt64 = 1 << 40, _ other: ClearingPolicy...
  ) throws -> ClearingPlan {
    let disk = AlteredDisk(space: try scene.space(freeBytes: free, of: total))
    return try scene.clearer(disk: disk).plan(other + [.untilFree(goal)])
  }

  @Test("only what is really freed counts, and what has a name outside is left")
  func outside() throws {
    let scene = try Scene()
    try scene.shell(Self.three + "ln a ../a; ln b twin")
    let plan = try plan(scene, .amount(ByteCount(bytes: 10_000)), free: 1000)
    #expect(plan.paths == ["b", "twin", "c"])
    #expect(plan.candidates.allSatisfy { $0.reason == .minimumFree })
    #expect(plan.shortfallBytes == 0)
    #expect(try self.plan(scene, .amount(ByteCount(bytes: 9000)), free: 1000).paths == ["b", "twin"])
    #expect(try self.plan(scene, .amount(ByteCount(bytes: 20_000)), free: 1000).shortfallBytes == 2616)
  }

  @Test("a share of the file system is rounded up")
  func percent() throws {
    let scene = try Scene()
    try scene.shell(Self.three)
    #expect(try plan(scene, .percent(50), free: 8192, of: 16_384).candidates.isEmpty)
    #expect(try plan(scene, .percent(50), free: 8192, of: 16_385).paths == ["a"])
    #expect(throws: ClearingError.self) { try plan(scene, .percent(101), free: 0) }
  }

  @Test("what other policies free is counted first, and each reason is the first that holds")
  func combined() throws {
    let scene = try Scene()
    try scene.shell(
      Self.three + "ln a ../a; for f in d e; do head -c 8192 /dev/zero >$f; touch -d @1000000009 $f; done")
    let size = try scene.diskUsage()
    let plan = try plan(
      scene, .amount(ByteCount(bytes: 24_576)), free: 0, .entries(["e"]),
      .leastRecentlyUsed(downTo: ByteCount(bytes: size - 16_384)))
    #expect(plan.paths == ["a", "b", "c", "e"])
    #expect(plan.candidates.map(\.reason) == [.leastRecentlyUsed, .minimumFree, .minimumFree, .entry])
  }

  @Test("what root took of its reserve goes back to it first, and the plan says how much")
  func reserve() throws {
    let scene = try Scene()
    try scene.shell(Self.three)
    var space = try scene.space(freeBytes: 0)
    space.reserveDebt = 10_000
    let plan = try scene.plan(.untilFree(.amount(ByteCount(bytes: 1))), on: AlteredDisk(space: space))
    #expect(plan.paths == ["a", "b"] && plan.refillBytes == 10_000)
    let large = try scene.plan(.untilFree(.amount(ByteCount(bytes: 20_000))), on: AlteredDisk(space: space))
    #expect(large.shortfallBytes == 5_424)
    #expect(try scene.plan(.untilFree(.amount(.zero)), on: AlteredDisk(space: space)).refillBytes == 0)
    space.reserveDebt = nil
    let unknown = try scene.plan(.untilFree(.amount(ByteCount(bytes: 1))), on: AlteredDisk(space: space))
    #expect(unknown.paths == ["a"] && unknown.refillBytes == nil)
  }

  @Test(
    "where root has filled its reserve, others have then what the plan says, to the block",
    .enabled(if: TestDisk.isAvailable(.ext4)), arguments: [0, 2_000_000, 30_000_000] as [UInt64])
  func realReserve(goal: UInt64) throws {
    let disk = try TestDisk(.ext4, megabytes: 64)
    let scene = try Scene(in: disk.root)
    // One in twenty blocks is kept for root, which fills half of that.
    try scene.shell(
      """
      for i in $(seq 200); do head -c 256K /dev/urandom >$i || break; touch -d @$((1000000000 + i)) $i; done
      free=$(stat -f -c %f .); kept=$((free - $(stat -f -c %a .)))
      head -c $(((free - kept / 2) * $(stat -f -c %S .))) /dev/urandom >last; touch -d @1000000300 last; sync -f .
      """)
    let before = try FileSystemSpace(of: scene.root)
    let debt = try #require(before.reserveDebt)
    #expect(before.freeBytes == 0 && debt > 1_000_000)
    let (plan, report) = try scene.clearByPlan(.untilFree(.amount(ByteCount(bytes: goal))))
    try scene.shell("sync -f .")
    let after = try FileSystemSpace(of: scene.root)
    guard goal > 0 else { return #expect(plan.candidates.isEmpty && plan.refillBytes == 0) }
    #expect(plan.refillBytes == debt && plan.shortfallBytes == 0)
    #expect(after.freeBytes == report.freedBytes - debt && after.freeBytes >= goal)
    // One file less would not have been enough.
    #expect(after.freeBytes - (plan.candidates.last?.allocatedBytes ?? 0) < goal)
  }

  @Test(
    "the file system has then what the plan says, to the byte",
    arguments: TestDisk.available([.tmpfs, .ext4]))
  func realSpace(_ kind: TestDisk.Kind) throws {
    try TestDisk.use(kind) { disk in
      let scene = try Scene(in: disk)
      try scene.shell(
        """
        for i in $(seq 40); do head -c $((i * 3000)) /dev/urandom >$i; touch -d @$((1000000000 + i)) $i; done
        ln 3 ../out; ln 5 five; ln 40 forty; truncate -s 9M sparse; echo x >>sparse; sync -f .
        """)
      let before = try FileSystemSpace(of: disk).freeBytes
      let goal = before + 500_000
      let (plan, _) = try scene.clearByPlan(.untilFree(.amount(ByteCount(bytes: goal))))
      try scene.shell("sync -f .")
      let after = try FileSystemSpace(of: disk).freeBytes
      #expect(after - before == plan.totals?.freedBytes)
      #expect(after >= goal)
      #expect(after - (plan.candidates.last?.allocatedBytes ?? 0) < goal)
    }
  }
}
