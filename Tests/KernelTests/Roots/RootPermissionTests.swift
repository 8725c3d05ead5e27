import Glibc
import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// Permissions hold for everybody but root, so these become another user first.
  @Suite(.enabled(if: geteuid() == 0)) struct RootPermissionTests {
    @Test("a root that may not be read any more says so, and is exact when it may be", arguments: ["root", "root/a"])
    func taken(_ directory: String) async {
      await #expect(processExitsWith: .success) { [directory] in
        try OwnProcess.become(user: 65_534)
        try TemporaryDirectory.use(in: TemporaryDirectory.fastDirectory) { top in
          let root = try TrackedRoot(in: top)
          for _ in 0..<3 {
            let events = try root.after(BytePath("chmod 0 here/\(directory)"))
            #expect(events == [.degraded(.unreadable)])
            #expect(root.tracker.usage.state == .degraded)
            #expect(root.tracker.usage.reasons.contains(.unreadable))
            _ = try root.after(BytePath("chmod 755 here/\(directory); seq 4000 >>here/root/a/f"))
            try root.expectExact()
          }
          try root.expectRest()
        }
      }
    }

    @Test("a root that cannot be reached any more is not live, and is exact when it can be")
    func parentClosed() async {
      await #expect(processExitsWith: .success) {
        try OwnProcess.become(user: 65_534)
        try TemporaryDirectory.use(in: TemporaryDirectory.fastDirectory) { top in
          let root = try TrackedRoot(in: top)
          for _ in 0..<3 {
            _ = try root.after("chmod 0 here")
            #expect(root.tracker.usage.state >= .degraded)
            _ = try root.after(BytePath("chmod 755 here; seq 4000 >>here/root/a/f"))
            try root.expectExact()
          }
          try root.expectRest()
        }
      }
    }
  }
}
