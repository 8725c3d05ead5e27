import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// An overlay that copies what is changed from its lower layer to its upper one.
  @Suite struct CopyUpTests {
    @Test(
      "a file that is opened for writing is copied up with every directory above it",
      .enabled(if: TestDisk.isAvailable(.overlay)))
    func opened() async throws {
      try await onOverlay { place in
        let above: [BytePath] = ["a", "a/b"]
        let before = try above.map { try place.tree.status(of: $0).blocks }
        let file = try place.tree.file("a/b/f", .existing)
        file.close()
        // Not only the directory of the file has another size: that above it, which no event names, has too.
        for (path, blocks) in zip(above, before) { #expect(try place.tree.status(of: path).blocks != blocks) }
        try place.expectExact("it is closed")
      }
    }

    @Test(
      "directories that were copied up for a file that is open still are found by an audit",
      .enabled(if: TestDisk.isAvailable(.overlay)))
    func heldOpen() async throws {
      try await onOverlay { place in
        try place.settle()
        let file = try place.changing { try place.tree.file("a/b/f", .existing) }
        #expect(try place.tracker.audit().bytes > 0)
        try place.expectExact("it is audited")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "a file that is written is copied up and counts at its new length", .enabled(if: TestDisk.isAvailable(.overlay)))
    func written() async throws {
      try await onOverlay { place in
        let file = try place.tree.file("a/b/f", .existing)
        try file.write(70_000, at: 0)
        try place.expectExact("it is written")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "what is known of a file system outlasts a mount elsewhere", .enabled(if: TestDisk.isAvailable(.overlay)))
    func mountElsewhere() async throws {
      try await onOverlay { place in
        _ = try TestDisk(.tmpfs)
        try place.tracker.synchronize()
        let file = try place.tree.file("a/b/f", .existing)
        try file.write(70_000, at: 0)
        try place.expectExact("it is written")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "a file with two names below is two files when one of them has been written",
      .enabled(if: TestDisk.isAvailable(.overlay)))
    func brokenLink() async throws {
      try await onOverlay { place in
        let files = place.tracker.usage.files
        let file = try place.changing {
          let file = try place.tree.file("a/g", .existing)
          try file.write(70_000, at: 0)
          return file
        }
        try place.expectExact("it is written")
        #expect(place.tracker.usage.files == files + 1)
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "a file that gets another name elsewhere is copied up with every directory above it",
      .enabled(if: TestDisk.isAvailable(.overlay)))
    func linked() async throws {
      try await onOverlay { place in
        let blocks = try place.tree.status(of: "a/b").blocks
        try place.changing { try place.tree.directory("a/b").link("f", to: place.tree, as: "new") }
        #expect(try place.tree.status(of: "a/b").blocks != blocks)
        try place.expectExact("it is linked")
      }
    }

    @Test(
      "a lower file with two names that gets a third elsewhere is another file, which the audit finds",
      .enabled(if: TestDisk.isAvailable(.overlay)))
    func brokenByLink() async throws {
      try await onOverlay { place in
        try place.settle()
        // Its inode gets another number, and only the new name has an event.
        try place.changing { try place.tree.directory("a").link("g", to: place.tree, as: "new") }
        _ = try place.tracker.audit()
        try place.expectExact("it is audited")
      }
    }

    @Test(
      "what is removed, renamed or made above the lower layer counts as it looks",
      .enabled(if: TestDisk.isAvailable(.overlay)))
    func names() async throws {
      try await onOverlay { place in
        try place.changing { try place.tree.directory("a/b").unlink("f") }
        try place.expectExact("a lower file is removed")
        try place.changing { try place.tree.directory("a").rename("g", to: place.tree, as: "g") }
        try place.expectExact("a lower file is renamed")
        try place.changing { try Subprocess.output(of: "rm", ["-r", place.tracker.root.appending("a/b")]) }
        try place.expectExact("a lower directory is removed")
        try place.changing { try place.tree.makeDirectory("a/b").makeFile("new", length: 5000) }
        try place.expectSettled("there is a new one of its name")
      }
    }

    /// Tracks a whole overlay: its lower layer has directories that had many names once, and so are large.
    private func onOverlay(_ body: @escaping @Sendable (TrackedPlace) throws -> Void) async throws {
      try await onOwnThread {
        let disk = try TestDisk(.overlay, preparing: Self.fill)
        let root = try WorkDirectory(disk.root)
        try withExtendedLifetime(disk) {
          try body(TrackedPlace(on: .overlay, tracking: root, at: disk.root, beside: root))
        }
      }
    }

    private static func fill(_ lower: BytePath) throws {
      let a = try WorkDirectory(lower).makeDirectory("a")
      let b = try a.makeDirectory("b")
      for directory in [a, b] {
        for number in 0..<400 { try directory.makeFile(BytePath("name-with-some-length-\(number)")) }
        for number in 0..<400 { try directory.unlink(BytePath("name-with-some-length-\(number)")) }
      }
      try b.makeFile("f", length: 20_000)
      try a.makeFile("g", length: 20_000)
      try a.link("g", to: b, as: "h")
      try a.writeBack()
    }
  }
}
