import SizeTracking
import TestSupport
import Testing

extension KernelSuite {
  /// Random changes by several processes; afterwards every directory has the numbers that `du -s` gives it.
  @Suite struct DifferentialTests {
    /// Five rounds: the tracker starts before the storm, amid it, and over a tree that a storm has left.
    @Test(
      "after a storm every directory equals its own du", arguments: TestDisk.available(.matrix))
    func storms(on kind: TestDisk.Kind) async throws {
      let seed = Seed.announced(for: "differential rounds on \(kind.rawValue)")
      for number in 0..<UInt64(5) {
        let outcome = try await onOwnThread { try DifferentialRound(on: kind, seed: seed + number).run() }
        #expect(outcome.comparison.isExact, "\(outcome.name): \(outcome.comparison.report)")
        if let before = outcome.audit?.comparison {
          #expect(before.isExact, "\(outcome.name), before the audit: \(before.report)")
        }
        #expect(outcome.tally.performed >= 2000)
        #expect(outcome.comparison.directories > 20, "\(outcome.name) left too little to compare")
      }
    }
  }
}
