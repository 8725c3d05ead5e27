import SystemCalls
import TestSupport
import Testing

@Suite struct WorkloadTests {
  @Test("every kind of operation happens")
  func everyOperation() async throws {
    let tally = try await onOwnThread {
      let place = try Place()
      var storm = place.storm(seed: 1, operations: 3000)
      storm.extras = Set(WorkloadExtra.allCases)
      return try storm.run()
    }
    #expect(tally.performed >= 3000)
    let missing = WorkloadOperation.allCases.filter { tally.counts[$0] == nil }
    #expect(missing.isEmpty)
  }

  @Test("the same seed makes the same tree")
  func replay() async throws {
    let seed = Seed.announced(for: "workload")
    let listings = try await onOwnThread {
      try (0..<2).map { (_) in
        let place = try Place()
        var storm = place.storm(seed: seed, operations: 500)
        storm.processes = 1
        _ = try storm.run()
        // The directories' own sizes depend on the file system's history.
        let listing = try Subprocess.output(
          of: "find", [".", "-type", "d", "-printf", "%p\\0", "-o", "-printf", "%p %s %y %n\\0"],
          directory: place.tree)
        return listing.split(separator: 0).map(Array.init).sorted { $0.lexicographicallyPrecedes($1) }
      }
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

  private struct Place {
    let directory: TemporaryDirectory
    var tree: BytePath { directory.path("tree") }

    init() throws {
      directory = try TemporaryDirectory()
      try Subprocess.output(of: "mkdir", [directory.path("tree"), directory.path("side")])
    }

    func storm(seed: UInt64, operations: Int) -> Storm {
      Storm(tree: tree, side: directory.path("side"), seed: seed, operations: operations)
    }
  }
}
