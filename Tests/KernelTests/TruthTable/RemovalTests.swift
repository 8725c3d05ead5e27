import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Directories that come and go.
  @Suite struct RemovalTests {
    @Test(
      "directories made in one another at once are all found, with what is in them",
      arguments: TestDisk.available(.all))
    func chain(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        try place.changing {
          var inner = place.tree
          for name in ["a", "b", "c", "d"] as [BytePath] {
            inner = try inner.makeDirectory(name)
            try inner.makeFile("f", length: 5000)
          }
        }
        try place.expectExact("they are made")
        #expect(place.tracker.usage(of: "a/b/c/d")?.files == 1)
        try place.expectSettled("they are written back")
      }
    }

    @Test("an empty directory that is removed no longer counts", arguments: TestDisk.available(.all))
    func empty(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeDirectory("a") }) { place in
        try place.changing { try place.tree.removeDirectory("a") }
        try place.expectExact("it is removed")
        #expect(place.tracker.usage.directories == 1)
        #expect(place.tracker.statistics.watches == 1)
      }
    }

    @Test(
      "a directory that is open when it is removed does not take away the one that has its name by then",
      arguments: TestDisk.available(.all))
    func heldOpen(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeDirectory("a") }) { place in
        let held = WorkHolder(try place.tree.directory("a"))
        try place.tree.removeDirectory("a")
        try place.expectExact("it is removed")
        try place.changing { try place.tree.makeDirectory("a").makeFile("f", length: 5000) }
        try place.expectExact("there is another one")
        // Now the kernel reports the end of the first one.
        held.release()
        try place.expectExact("the first one is closed")
        try place.changing { try place.tree.directory("a").makeFile("g", length: 5000) }
        try place.expectSettled("there is a new file in the second one")
        #expect(place.tracker.statistics.watches == 2)
      }
    }

    @Test("a tree that is removed leaves nothing", arguments: TestDisk.available(.all))
    func tree(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try makeTree("d", in: tree) }) { place in
        try place.changing { try Subprocess.output(of: "rm", ["-rf", place.tracker.root.appending("d")]) }
        try place.expectExact("it is removed")
        #expect(place.tracker.usage.apparentBytes == 0)
        #expect(place.tracker.statistics.watches == 1)
      }
    }

    @Test(
      "a new file that has the inode number of one just deleted counts as itself", arguments: TestDisk.available(.all)
    )
    func sameNumber(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeLinkBetweenTwo) { place in
        let (a, b) = (try place.tree.directory("a"), try place.tree.directory("b"))
        try place.settle()
        let old = try a.status(of: "f").identity
        try place.changing {
          try a.unlink("f")
          try b.unlink("h")
          try a.makeFile("new", length: 30_000)
        }
        // The others give the number to another file only later.
        if kind == .ext4 { #expect(try a.status(of: "new").identity == old) }
        try place.expectExact("there is a new file")
        #expect(place.tracker.usage.apparentBytes == 30_000)
        try place.expectSettled("it is written back")
      }
    }

    @Test(
      "a new directory that has the inode number of one just deleted counts as itself",
      arguments: TestDisk.available(.all))
    func sameNumberOfDirectory(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeDirectory("a") }) { place in
        for _ in 0..<10 {
          try place.tree.removeDirectory("a")
          try place.tree.makeDirectory("a").makeFile("f", length: 30_000)
          try place.expectExact("there is a new directory")
          try place.tree.directory("a").unlink("f")
        }
        try place.expectSettled("it is empty")
        #expect(place.tracker.statistics.watches == 2)
      }
    }
  }
}

/// Keeps a directory open until it is released.
private final class WorkHolder {
  private var directory: WorkDirectory?

  init(_ directory: WorkDirectory) { self.directory = directory }

  func release() { directory = nil }
}
