import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Blocks that several files share: they count in each.
  @Suite struct SharedBlockTests {
    private static let kinds: [TestDisk.Kind] = [.xfs, .btrfs, .compressed]

    @Test("a clone counts as much as what it was made of", arguments: TestDisk.available(kinds))
    func clone(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 1 << 20) }) { place in
        try place.settle()
        let file = try place.tree.file("g")
        try place.changing { try file.clone(place.tree.file("f", .reading)) }
        try place.expectExact("the clone is open")
        #expect(place.tracker.usage.allocatedBytes >= 2 << 20)
        file.close()
        try place.expectSettled("the clone is closed")
      }
    }

    @Test("cp --reflink counts as any copy", arguments: TestDisk.available(kinds))
    func copyProgram(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { _, outside in try outside.makeFile("f", length: 1 << 20) }) { place in
        let source: BytePath = place.tracker.root.removingLastComponent().appending("outside/f")
        try place.changing {
          try Subprocess.output(of: "cp", ["--reflink=always", source, place.tracker.root.appending("g")])
        }
        try place.expectSettled("the copy is made")
      }
    }

    @Test(
      "what overwriting a clone takes on XFS comes at once, and goes at writeback and minutes later",
      arguments: TestDisk.available([.xfs]))
    func overwriteClone(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        try place.tree.makeFile("f", length: 4 << 20)
        let file = try place.tree.file("g")
        try file.clone(place.tree.file("f", .reading))
        try place.settle()
        // XFS sets space aside in large pieces, of which these ends take a part only.
        try place.changing { try file.write(1 << 20, at: 4096) }
        try place.expectExact("the clone is written")
        try place.changing { try file.synchronize() }
        try place.expectSettled("the clone is on the disk")
        file.close()
        try place.expectSettled("the clone is closed")
        try place.changing { try place.giveBackPreallocation() }
        try place.pass(.seconds(361))
        try place.expectExact("six minutes later")
      }
    }

    @Test("sharing equal data changes no number", arguments: TestDisk.available(kinds))
    func deduplicateData(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: Self.makeTwins) { place in
        try place.settle()
        let (source, target) = (try place.tree.file("f", .existing), try place.tree.file("g", .existing))
        let shared = try place.keeping { try target.shareEqualBlocks(1 << 20, with: source) }
        #expect(shared == 1 << 20)
        try place.expectExact("the blocks are shared")
        target.close()
        try place.expectSettled("the file is closed")
      }
    }

    @Test("zeros that become a hole no longer count when the file is closed", arguments: TestDisk.available(kinds))
    func deduplicateHole(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeZerosAndHole) { place in
        try place.settle()
        let (source, target) = (try place.tree.file("hole", .reading), try place.tree.file("zeros", .existing))
        let shared = try place.changing { try target.shareEqualBlocks(1 << 20, with: source) }
        #expect(shared == 1 << 20)
        target.close()
        try place.expectSettled("the file is closed")
      }
    }

    /// Written back: only what is on the disk can be shared.
    private static let makeTwins: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, _ in
      try tree.makeFile("f", length: 1 << 20)
      try tree.makeFile("g", length: 1 << 20)
      try tree.writeBack()
    }
  }
}

/// Written back: only what is on the disk can be shared.
let makeZerosAndHole: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, _ in
  try tree.file("hole").truncate(to: 1 << 20)
  try tree.file("zeros").writeZeros(1 << 20, at: 0)
  try tree.writeBack()
}
