import SystemCalls
import TestSupport
import Testing

@Suite struct WorkloadTests {
  @Test("every kind of operation happens")
  func everyOperation() async throws {
    let tally = try await onOwnThread {
      try TemporaryDirectory.use { (place) in
        try Storm(in: place, seed: 1, operations: 3000, extras: Set(WorkloadExtra.allCases)).run()
      }
    }
    #expect(tally.performed >= 3000)
    let missing = WorkloadOperation.allCases.filter { tally.counts[$0] == nil }
    #expect(missing.isEmpty)
  }

  @Test("the same seed makes the same tree")
  func replay() async throws {
    let seed = Seed.announced(for: "workload")
    let listings = try await onOwnThread {
      try (0..<2).map { (_) in try TemporaryDirectory.use { try listing(afterOneProcessIn: $0, seed: seed) } }
    }
    #expect(listings[0].count > 10)
    #expect(listings[0] == listings[1], "seed \(seed)")
  }

  @Test("a tally survives being printed and read")
  func tally() {
    var tally = WorkloadTally()
    tally.count(.append)
    tally.count(.append)
    tally.count(.moveOut)
    tally.inVain = 3
    #expect(WorkloadTally(tally.description) == tally)
    #expect(WorkloadTally("append=2 nonsense=1") == nil)
  }

  private func listing(afterOneProcessIn place: BytePath, seed: UInt64) throws -> [[UInt8]] {
    let storm = try Storm(in: place, seed: seed, operations: 500, processes: 1)
    _ = try storm.run()
    // The directories' own sizes depend on the file system's history.
    let printed = try Subprocess.output(
      of: "find", [".", "-type", "d", "-printf", "%p\\0", "-o", "-printf", "%p %s %y %n\\0"], directory: storm.tree)
    return printed.split(separator: 0).map(Array.init).sorted { $0.lexicographicallyPrecedes($1) }
  }
}
