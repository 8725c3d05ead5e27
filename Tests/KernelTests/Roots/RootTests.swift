import Glibc
import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// Roots live and die; the tracker follows the path. Each test has a process of its own.
  @Suite struct RootTests {
    @Test("a root that is lost is gone, and exact when it is back", arguments: RootScene.allCases)
    func lossAndComeback(_ scene: RootScene) async {
      await #expect(processExitsWith: .success) { [scene] in
        try TemporaryDirectory.use(in: TemporaryDirectory.fastDirectory) { top in
          let root = try TrackedRoot(in: top)
          for _ in 0..<3 {
            #expect(try root.after(scene.loss) == [.gone])
            root.expectGone()
            #expect(try root.after(scene.comeback) == [.reattached])
            try root.expectExact()
          }
          try root.expectRest()
          _ = try root.after(scene.loss)
          try root.expectRest()
        }
      }
    }

    @Test("another directory in the root's place is tracked instead")
    func replacedByDirectory() async {
      await #expect(processExitsWith: .success) {
        try TemporaryDirectory.use(in: TemporaryDirectory.fastDirectory) { top in
          let root = try TrackedRoot(in: top)
          for number in 1...3 {
            let script = "mkdir -p new/x/y; seq \(number)000 >new/x/f; mv here/root old\(number); mv new here/root"
            #expect(try root.after(BytePath(script)).last == .reattached)
            #expect(root.tracker.usage(of: "a") == nil)
            try root.expectExact()
            // The old one goes on without anybody who looks.
            #expect(try root.after(BytePath("seq 100 >old\(number)/late")).isEmpty)
            try root.expectExact()
          }
          try root.expectRest()
        }
      }
    }

    @Test("the working directory may be in the tree, and be deleted")
    func workingDirectoryDeleted() async {
      await #expect(processExitsWith: .success) {
        try TemporaryDirectory.use(in: TemporaryDirectory.fastDirectory) { top in
          let root = try TrackedRoot(in: top)
          try #require(chdir(top.appending("here/root/a/b").string) == 0)
          #expect(try root.after("rm -r here/root/a").isEmpty)
          try root.expectExact()
          #expect(throws: TrackerError.self) { try SizeTracker(root: ".") }
          #expect(try root.after("rm -r here") == [.gone])
          #expect(try root.after(RootScene.filling) == [.reattached])
          try root.expectExact()
          try root.expectRest()
        }
      }
    }

    @Test(
      "a root that is a mount point counts what is mounted, and what is under it when that is gone",
      .enabled(if: TestDisk.isAvailable(.tmpfs) && TestDisk.isAvailable(.ext4)))
    func fileSystemUnmounted() async {
      await #expect(processExitsWith: .success) {
        // With the disk goes whatever is mounted on it.
        try TestDisk.use(.tmpfs) { top in
          let mount: BytePath = "mount -o loop image here/root"
          let root = try TrackedRoot(
            in: top,
            after: BytePath(
              "truncate -s 64M image; mkfs.ext4 -q image; mkdir -p here/root/covered; \(mount); \(RootScene.filling)"))
          for _ in 0..<3 {
            #expect(try root.after("umount here/root") == [.gone, .reattached])
            #expect(root.tracker.usage(of: "covered")?.directories == 1)
            #expect(root.tracker.usage(of: "a") == nil)
            try root.expectExact()
            #expect(try root.after(mount) == [.gone, .reattached])
            #expect(root.tracker.usage(of: "covered") == nil)
            try root.expectExact()
            #expect(try root.after("seq 20000 >>here/root/a/f").isEmpty)
            try root.expectExact()
          }
          try root.expectRest()
          _ = try root.after("umount here/root")
          try root.expectRest()
        }
      }
    }
  }
}
