import ByteCounts
import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Planning: random trees")
struct RandomPlanTests {
  @Test(
    "a plan is what sorting and adding says, and du agrees after the clear",
    arguments: TestDisk.available([.tmpfs, .ext4]))
  func oracle(_ kind: TestDisk.Kind) throws {
    try TestDisk.use(kind) { disk in
      var random = SeededGenerator(seed: Seed.announced(for: "plans on \(kind.rawValue)"))
      for round in 0..<40 {
        let scene = try Scene(in: disk)
        try scene.shell(Self.tree(&random))
        try scene.shell("sync -f .")
        try check(scene, round, &random)
      }
    }
  }

  private func check(_ scene: Scene, _ round: Int, _ random: inout SeededGenerator) throws {
    let oracle = try PlanOracle(scene)
    var policies: [ClearingPolicy] = []
    if random.chance(30) {
      let named = oracle.entries.shuffled(using: &random).prefix(3)
      policies.append(.entries(named.map { BytePath(bytes: $0.path) }))
    }
    let age = oracle.now / 1_000_000_000 - 1_000_000_000
    if random.chance(30) { policies.append(.olderThan(.seconds(age - Int.random(in: 0..<4, using: &random)))) }
    if random.chance(70) {
      policies.append(.leastRecentlyUsed(downTo: ByteCount(bytes: .random(in: 0...oracle.size, using: &random))))
    }
    if random.chance(50) {
      policies.append(.untilFree(.amount(ByteCount(bytes: .random(in: 1...max(1, oracle.size), using: &random)))))
    }
    let disk = AlteredDisk(space: try scene.space(freeBytes: 1))
    let clearer = try scene.clearer(disk: disk, clock: ClearingClock(wall: { [time = oracle.time] in time }))
    let keep: Set<String> = random.chance(50) ? ["keep"] : []
    let plan = try clearer.plan(policies, protecting: Array(keep))
    let files = plan.candidates.filter { $0.identity.kind != .directory }.map(\.path)
    #expect(files == oracle.chosen(policies, keeping: keep, free: 1), "round \(round): \(policies)")
    _ = try scene.carryOut(plan, by: clearer)

    guard plan.shortfallBytes == 0 else { return }
    for case .leastRecentlyUsed(let target) in policies { #expect(try scene.diskUsage() <= target.bytes) }
  }

  /// A script that makes a tree: few times, so that many are equal, several names inside and outside, holes, odd names.
  private static func tree(_ random: inout SeededGenerator) -> String {
    var script = "mkdir ../outside\n"
    var directories = ["."]
    var files: [String] = []
    for number in 0..<Int.random(in: 1...8, using: &random) {
      let name = ["d\(number)", "d\(number)-", "keep", ".h\(number)"].randomElement(using: &random) ?? "d"
      let path = "\(directories.randomElement(using: &random) ?? ".")/\(name)"
      script += "mkdir -p \(path)\n"
      directories.append(path)
    }
    for number in 0..<Int.random(in: 0...50, using: &random) {
      let name = random.chance(5) ? "keep\(number)" : "f\(number)"
      let path = "\(directories.randomElement(using: &random) ?? ".")/\(name)"
      let size = Int.random(in: 1...40_000, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: script += "truncate -s \(size)000 \(path)\n"
      case 1: script += "ln -s \(size) \(path)\n"
      case 2: script += ": >\(path)\n"
      case 3, 4:
        guard let other = files.randomElement(using: &random) else { continue }
        script += "ln \(other) \(path)\n"
        continue
      default:
        script += "head -c \(size) /dev/zero >\(path)\n"
        if random.chance(10) { script += "ln \(path) ../outside/\(number)\n" }
      }
      files.append(path)
      let time = random.chance(10) ? 7_000_000_000 + number : 1_000_000_000 + Int.random(in: 0..<5, using: &random)
      script += "touch -h -d @\(time) \(path)\n"
      if random.chance(20) { script += "touch -h -a -d @\(time - 3) \(path)\n" }
    }
    return script
  }
}
