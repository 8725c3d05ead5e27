import CacheClearing
import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// A tracker watches while the clearer deletes, of which it learns from events alone.
  @Suite struct ClearedTreeTests {
    private static let plans: [(name: String, policy: ClearingPolicy, rules: ClearingRules)] = [
      ("everything", .everything, ClearingRules()),
      ("everything, aside", .everything, ClearingRules(aside: true)),
      ("all but what is hidden or has a digit", .everything, ClearingRules(protecting: ["*7*"], skipsHidden: true)),
      ("down to 100 kB", .leastRecentlyUsed(downTo: .kilobytes(100)), ClearingRules(prunesEmptyDirectories: true)),
      ("everything, with the root", .everything, ClearingRules(includesRoot: true)),
    ]

    @Test("after a clear every directory equals its own du", arguments: TestDisk.available(.matrix))
    func cleared(on kind: TestDisk.Kind) async throws {
      let seed = Seed.announced(for: "clears on \(kind.rawValue)")
      for (number, plan) in Self.plans.enumerated() {
        try await onOwnThread {
          try TestDisk.use(kind) { root in
            let storm = try Storm(in: root, seed: seed + UInt64(number))
            _ = try storm.run()
            try Self.clear(storm.tree, plan.policy, plan.rules, "\(plan.name) on \(kind.rawValue)")
          }
        }
      }
    }

    private static func clear(
      _ root: BytePath, _ policy: ClearingPolicy, _ rules: ClearingRules, _ name: String
    ) throws {
      let tracker = try SizeTracker(root: root)
      try tracker.settle()
      let before = tracker.usage.allocatedBytes
      let ownBefore = try Descriptor.statusFollowing(root.bytes).allocatedBytes

      let clearer = try CacheClearer(root: root, allowing: [.notACache, .mountRoot])
      let report = try clearer.clear(try clearer.plan([policy], rules: rules))
      try tracker.synchronize()

      #expect(report.isComplete, "\(name): \(report.skipped)")
      #expect(tracker.statistics.underflows == 0, "\(name)")
      guard !rules.includesRoot else {
        #expect(tracker.usage.state == .gone, "\(name)")
        return
      }
      let comparison = try Comparison(of: tracker)
      // What lost something is settling for a while; its numbers are right already.
      #expect(comparison.differences.isEmpty, "\(name): \(comparison.report)")
      // Directories that stay may be smaller with less in them; only of the root alone that is known here.
      guard policy == .everything, comparison.directories == 1 else { return }
      let ownAfter = try Descriptor.statusFollowing(root.bytes).allocatedBytes
      #expect(
        before - ownBefore - (tracker.usage.allocatedBytes - ownAfter)
          == report.freedBytes + (report.stillLinkedBytes ?? 0),
        "\(name): no byte is taken off twice")
    }
  }
}
