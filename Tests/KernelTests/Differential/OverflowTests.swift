import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// A kernel queue so short that events are lost all the time.
  @Suite struct OverflowTests {
    private static let setting = "/proc/sys/fs/inotify/max_queued_events"

    @Test(
      "a watcher that loses events over and over ends with the numbers of du",
      .enabled(if: TestDisk.isAvailable(.tmpfs) && KernelSetting.isChangeable(setting)))
    func shortQueue() async throws {
      let seed = Seed.announced(for: "storm over a short queue")
      let comparison = try await onOwnThread {
        try TestDisk.use(.tmpfs) { (root) in
          let storm = try Storm(in: root, seed: seed)
          // The kernel reads the limit when the watcher opens its queue; afterwards the old value can come back.
          let shortened = try KernelSetting(BytePath(Self.setting), to: 16)
          let watch = try WatchProcess(storm.tree)
          try watch.waitForEvent("ready")
          try shortened.restore()

          _ = try storm.run()
          // Without this event nothing was lost, and the test has shown nothing.
          try watch.waitForEvent("rescan")
          return try watch.size(["--settle", "-d", "all"]).comparison(below: storm.tree)
        }
      }
      #expect(comparison.isExact, "seed \(seed): \(comparison.report)")
    }
  }
}
