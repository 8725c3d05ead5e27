import SizeTracking
import TestSupport
import Testing

extension KernelSuite {
  /// Random changes by several processes; afterwards every directory has the numbers that `du -s` gives it.
  @Suite struct DifferentialTests {
    @Test(
      "after a storm on ext4 every directory equals its own du", .enabled(if: TestDisk.isAvailable(.ext4)))
    func ext4() async throws {
      try await expectExactRounds(on: .ext4)
    }

    @Test(
      "after a storm on tmpfs every directory equals its own du", .enabled(if: TestDisk.isAvailable(.tmpfs)))
    func tmpfs() async throws {
      try await expectExactRounds(on: .tmpfs)
    }

    /// Five rounds: the tracker starts before the storm, amid it, and over a tree that a storm has left.
    private func expectExactRounds(on kind: TestDisk.Kind) async throws {
      let seed = Seed.announced(for: "differential rounds on \(kind.rawValue)")
      let outcomes = try await onOwnThread {
        try TestDisk.use(kind) { (root) in
          try (0..<5).map { try DifferentialRound(on: root, seed: seed + $0).run() }
        }
      }
      for outcome in outcomes {
        #expect(outcome.comparison.isExact, "\(outcome.name): \(outcome.comparison.report)")
        #expect(outcome.tally.performed >= 2000)
        #expect(outcome.comparison.directories > 20, "\(outcome.name) left too little to compare")
      }
    }
  }
}
