import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// The same comparison through the tool: one process watches, another asks.
  @Suite struct WatchedSizeTests {
    @Test(
      "a watcher answers for every directory with the numbers of du after a storm",
      .enabled(if: TestDisk.isAvailable(.ext4)))
    func storm() async throws {
      let seed = Seed.announced(for: "storm under a watcher")
      let comparison = try await onOwnThread {
        try TestDisk.use(.ext4) { (root) in
          let storm = try Storm(in: root, seed: seed)
          let watch = try WatchProcess(storm.tree)
          try watch.waitForEvent("ready")
          _ = try storm.run()
          return try watch.size(["--settle", "-d", "all"]).comparison(below: storm.tree)
        }
      }
      #expect(comparison.isExact, "seed \(seed): \(comparison.report)")
      #expect(comparison.directories > 20)
    }
  }
}
