import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// Mounts have no events; every directory equals its own `du` all the same.
  @Suite(.enabled(if: TestDisk.isAvailable(.tmpfs))) struct MountTests {
    @Test("a file system that is mounted on a directory counts in place of what it covers, and that counts again after")
    func mountAndUnmount() async throws {
      try await withTrackedTree { scene in
        try scene.mount("-t", "tmpfs", "tmpfs", at: "a/b")
        try scene.write("a/b/inside", 70_000)
        try scene.expectExact()
        #expect(scene.tracker.usage(of: "a/b")?.files == 1)
        try scene.unmount("a/b")
        try scene.expectExact()
        #expect(scene.tracker.usage(of: "a/b/c")?.files == 1)
      }
    }

    @Test("a barrier alone is enough for a mount to count")
    func barrierCoversMounts() async throws {
      try await withTrackedTree { scene in
        for _ in 0..<20 {
          try scene.mount("-t", "tmpfs", "tmpfs", at: "a")
          try scene.tracker.synchronize()
          #expect(scene.tracker.usage(of: "a/b") == nil)
          try scene.unmount("a")
          try scene.tracker.synchronize()
          #expect(scene.tracker.usage(of: "a/b")?.directories == 2)
        }
      }
    }

    @Test("a directory that a bind mount shows twice counts twice, wherever it is written to")
    func bindMount() async throws {
      try await withTrackedTree { scene in
        try scene.mount("--bind", scene.path("a"), at: "other")
        try scene.expectExact()
        try scene.write("a/b/new", 50_000)
        try scene.expectExact()
        try scene.write("other/b/c/newer", 60_000)
        try scene.expectExact()
        try scene.remove("other/b/new")
        try scene.expectExact()
        try scene.unmount("other")
        try scene.write("a/last", 5000)
        try scene.expectExact()
      }
    }

    @Test("a file that a bind mount shows twice has a name outside all the same")
    func bindMountAndOutsideLink() async throws {
      try await withTrackedTree { scene in
        let outside = scene.root.removingLastComponent().appending("outside")
        try Subprocess.output(of: "ln", [scene.path("a/f"), outside])
        try scene.mount("--bind", scene.path("a"), at: "other")
        try scene.expectExact()
        // It has two names, and the tree knows two paths: the third path, outside, is one that it cannot know of.
        try Subprocess.output(of: "truncate", ["-s", "300000", outside])
        try Subprocess.output(of: "dd", ["if=/dev/zero", BytePath("of=\(outside.string)"), "bs=200000", "count=1"])
        try scene.expectExact()
        try scene.unmount("other")
        try Subprocess.output(of: "dd", ["if=/dev/zero", BytePath("of=\(outside.string)"), "bs=90000", "count=1"])
        try scene.expectExact()
      }
    }

    @Test("a bind mount of a directory above itself counts nothing")
    func cycle() async throws {
      try await withTrackedTree { scene in
        try scene.mount("--bind", scene.root, at: "a/b/c")
        try scene.expectExact()
        try scene.write("a/new", 50_000)
        try scene.expectExact()
        // A walk without watches counts the same.
        let walk = try DiskUsage.measure(scene.root)
        #expect(walk.usage.allocatedBytes == (try DuRun.total(of: scene.root, in: .allocatedBytes)))
        try scene.unmount("a/b/c")
        try scene.expectExact()
      }
    }

    @Test("a file that is mounted on a file counts in its place")
    func fileMount() async throws {
      try await withTrackedTree { scene in
        try scene.write("big", 300_000)
        try scene.mount("--bind", scene.path("big"), at: "a/f")
        try scene.expectExact()
        try scene.unmount("a/f")
        try scene.expectExact()
      }
    }

    @Test("a mount that is taken away while a file on it is open is gone at once")
    func lazyUnmount() async throws {
      try await withTrackedTree { scene in
        try scene.mount("-t", "tmpfs", "tmpfs", at: "a")
        try scene.write("a/open", 10_000)
        try scene.expectExact()
        let file = try Descriptor.open(scene.path("a/open").bytes, [])
        defer { file.close() }
        try Subprocess.output(of: "umount", ["-l", scene.path("a")])
        try scene.expectExact()
        #expect(scene.tracker.usage(of: "a/b")?.directories == 2)
      }
    }

    @Test("mounts in mounts, made before the start and after, and taken away in any order")
    func nestedMounts() async throws {
      try await withTrackedTree(prepare: { try $0.mount("-t", "tmpfs", "tmpfs", at: "a/b") }) { scene in
        try Subprocess.output(of: "mkdir", ["-p", scene.path("a/b/x/y")])
        try scene.mount("-t", "tmpfs", "tmpfs", at: "a/b/x")
        try scene.write("a/b/x/deep", 20_000)
        try scene.expectExact()
        try scene.mount("-t", "tmpfs", "tmpfs", at: "a")
        try scene.expectExact()
        try scene.unmount("a")
        // Until the tracker has looked at what is there again it may hold a directory open.
        try scene.tracker.synchronize()
        try scene.unmount("a/b/x")
        try scene.expectExact()
        try scene.unmount("a/b")
        try scene.expectExact()
      }
    }

    @Test("with a root that stays on its file system mounts are left out, as in du -x")
    func oneFileSystem() async throws {
      try await withTrackedTree(staysOnFileSystem: true) { scene in
        let before = try DuRun.total(of: scene.root, in: .allocatedBytes)
        #expect(scene.tracker.usage.allocatedBytes == before)
        try scene.mount("-t", "tmpfs", "tmpfs", at: "a/b")
        try scene.write("a/b/elsewhere", 500_000)
        try scene.tracker.settle()
        let du = try Subprocess.output(of: "du", ["-x", "-s", "-B1", scene.root])
        #expect(String(decoding: du, as: UTF8.self).hasPrefix("\(scene.tracker.usage.allocatedBytes)\t"))
        #expect(scene.tracker.usage(of: "a/b") == nil)
        try scene.unmount("a/b")
        try scene.expectExact()
        #expect(scene.tracker.usage.allocatedBytes == before)
      }
    }

    @Test("a mount over the root is the root, and so is what it covered when it goes")
    func mountOverRoot() async throws {
      try await withTrackedTree { scene in
        try scene.mount("-t", "tmpfs", "tmpfs", at: "")
        try scene.write("new", 40_000)
        try scene.expectExact()
        #expect(scene.tracker.usage.directories == 1)
        try scene.unmount("")
        try scene.expectExact()
        #expect(scene.tracker.usage(of: "a/b/c")?.files == 1)
        let kinds = scene.tracker.events(after: 0).map(\.kind)
        #expect(kinds.filter { $0 == .gone }.count == 2)
        #expect(kinds.filter { $0 == .reattached }.count == 2)
      }
    }
  }
}
