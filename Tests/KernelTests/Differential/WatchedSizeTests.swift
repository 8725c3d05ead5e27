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
        let disk = try TestDisk(.ext4)
        let tree = disk.root.appending("tree")
        let side = disk.root.appending("side")
        try Subprocess.output(of: "mkdir", [tree, side])
        let watch = try WatchProcess(tree)
        try watch.waitForEvent("ready")
        _ = try Storm(tree: tree, side: side, seed: seed).run()
        return try watch.size(["--settle", "-d", "all"]).comparison(below: tree)
      }
      #expect(comparison.isExact, "seed \(seed): \(comparison.report)")
      #expect(comparison.directories > 20)
    }
  }
}
