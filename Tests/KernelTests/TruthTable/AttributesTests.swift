import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// What is kept beside the contents, and tools that change how contents are kept.
  @Suite struct AttributesTests {
    @Test(
      "a large attribute of a file counts, and no longer when it is removed",
      arguments: TestDisk.available([.ext4, .xfs, .overlay]))
    func ofFile(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 5000) }) { place in
        try place.settle()
        let file = try place.tree.file("f", .reading)
        try place.changing { try file.setAttribute(Self.length(on: kind)) }
        try place.expectExact("it is set")
        try place.changing { try file.removeAttribute() }
        try place.expectExact("it is removed")
      }
    }

    @Test(
      "a large attribute of a directory counts, and no longer when it is removed",
      arguments: TestDisk.available([.ext4, .xfs, .overlay]))
    func ofDirectory(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeDirectory("a") }) { place in
        for directory in [try place.tree.directory("a"), place.tree] {
          try place.settle()
          try place.changing { try directory.setAttribute(Self.length(on: kind)) }
          try place.expectExact("it is set")
          try place.changing { try directory.removeAttribute() }
          try place.expectExact("it is removed")
        }
      }
    }

    @Test("a large attribute changes no number", arguments: TestDisk.available([.btrfs, .tmpfs]))
    func withoutBlocks(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 5000) }) { place in
        try place.settle()
        try place.keeping {
          try place.tree.file("f", .existing).setAttribute(3000)
          try place.tree.setAttribute(3000)
        }
        try place.expectExact("they are set")
      }
    }

    @Test("a file's flags change no number", arguments: TestDisk.available(.local))
    func flags(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 5000) }) { place in
        try place.settle()
        try place.keeping { try Subprocess.output(of: "chattr", ["+d", place.tracker.root.appending("f")]) }
        try place.expectSettled("the flag is set")
      }
    }

    @Test("a file that is defragmented stays exact", arguments: TestDisk.available([.ext4, .xfs, .btrfs, .compressed]))
    func defragment(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: Self.makeFragments) { place in
        try place.settle()
        let file = place.tracker.root.appending("f")
        switch kind {
        case .ext4: try Subprocess.output(of: "e4defrag", [file])
        case .xfs: try Subprocess.output(of: "xfs_fsr", [file])
        default: try Subprocess.output(of: "btrfs", ["filesystem", "defragment", "-f", file])
        }
        try place.expectSettled("it is defragmented")
      }
    }

    /// XFS keeps what ext4 gives a block of its own in the inode, up to a point.
    private static func length(on kind: TestDisk.Kind) -> Int { kind == .xfs ? 30_000 : 2000 }

    /// Two files whose blocks alternate on the disk.
    private static let makeFragments: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, _ in
      let (file, other) = (try tree.file("f"), try tree.file("g"))
      for index in 0..<40 {
        for file in [file, other] {
          try file.write(65_536, at: index * 65_536)
          try file.synchronize()
        }
      }
    }
  }
}
