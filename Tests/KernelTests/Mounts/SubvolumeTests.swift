import FileEvents
import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// Btrfs: directories with a device of their own that no list of mounts shows, and that go without an event inside.
  @Suite(.enabled(if: TestDisk.isAvailable(.btrfs))) struct SubvolumeTests {
    @Test("subvolumes and snapshots count, and their watches go with them")
    func snapshots() async throws {
      try await onOwnThread {
        try TestDisk.use(.btrfs) { root in
          let tracker = try SizeTracker(root: root)
          try tracker.synchronize()
          let watches = EventHub.shared.watchCount
          for _ in 0..<3 {
            try btrfs("create", root.appending("v"))
            try Subprocess.output(of: "mkdir", ["-p", root.appending("v/d/e")])
            try Subprocess.output(of: "cp", ["/etc/services", root.appending("v/d/e/f")])
            try expectExact(tracker)
            try btrfs("snapshot", root.appending("v"), root.appending("s"))
            try Subprocess.output(of: "cp", ["/etc/services", root.appending("s/d/g")])
            try expectExact(tracker)
            try btrfs("delete", root.appending("v"))
            try btrfs("delete", root.appending("s"))
            try expectExact(tracker)
            #expect(tracker.usage.directories == 1)
            #expect(EventHub.shared.watchCount == watches)
          }
        }
      }
    }

    private func btrfs(_ action: BytePath, _ paths: BytePath...) throws {
      try Subprocess.output(of: "btrfs", ["-q", "subvolume", action] + paths)
    }

    private func expectExact(_ tracker: SizeTracker) throws {
      try tracker.settle()
      let comparison = try Comparison(of: tracker)
      #expect(comparison.isExact, "\(comparison.report)")
    }
  }
}
