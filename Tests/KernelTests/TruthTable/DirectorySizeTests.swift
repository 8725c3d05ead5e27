import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// A directory's own bytes: no event ever says that they changed.
  @Suite struct DirectorySizeTests {
    private static let kinds: [TestDisk.Kind] = [.ext4, .inlineData, .xfs, .overlay, .fuse]

    @Test("what a directory takes for its names counts as they come", arguments: TestDisk.available(.all))
    func growing(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeDirectory("a") }) { place in
        let directory = try place.tree.directory("a")
        let before = try place.tree.status(of: "a")
        try fill(directory)
        try place.expectExact("there are many names")
        let after = try place.tree.status(of: "a")
        #expect(after.sizeBytes > before.sizeBytes)
        #expect((after.blocks > before.blocks) == Self.kinds.contains(kind))
        try place.expectSettled("they are written back")
      }
    }

    @Test("what a directory gives back when its names go no longer counts", arguments: TestDisk.available(.all))
    func shrinking(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try fill(tree.makeDirectory("a")) }) { place in
        let directory = try place.tree.directory("a")
        try place.settle()
        let before = try place.tree.status(of: "a")
        for number in 0..<count { try directory.unlink(name(number)) }
        try place.expectExact("the names are gone")
        let after = try place.tree.status(of: "a")
        // ext4 keeps the blocks: a tracker that expected them back would be wrong there.
        #expect((after.sizeBytes < before.sizeBytes) == [.xfs, .btrfs, .compressed, .tmpfs].contains(kind))
        try place.expectSettled("they are written back")
      }
    }

    @Test("what longer names take counts", arguments: TestDisk.available(.all))
    func longerNames(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try fill(tree.makeDirectory("a")) }) { place in
        let directory = try place.tree.directory("a")
        try place.settle()
        let before = try place.tree.status(of: "a")
        for number in 0..<count { try directory.rename(name(number), to: directory, as: longName(number)) }
        try place.expectExact("the names are longer")
        // tmpfs counts names, not their length.
        #expect((try place.tree.status(of: "a").sizeBytes > before.sizeBytes) == (kind != .tmpfs))
        try place.expectSettled("they are written back")
      }
    }

    @Test("what a directory takes for the names of files moved in counts", arguments: TestDisk.available(.all))
    func movedIn(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { _, outside in try fill(outside) }) { place in
        for number in 0..<count { try place.outside.rename(name(number), to: place.tree, as: longName(number)) }
        try place.expectExact("there are many names")
        for number in 0..<count { try place.tree.rename(longName(number), to: place.outside, as: name(number)) }
        try place.expectExact("they are gone again")
        try place.expectSettled("they are written back")
      }
    }
  }
}

private let count = 400

private func name(_ number: Int) -> BytePath { BytePath("name-\(number)") }

private func longName(_ number: Int) -> BytePath {
  BytePath("name-\(number)-" + String(repeating: "x", count: 200))
}

private func fill(_ directory: WorkDirectory) throws {
  for number in 0..<count { try directory.makeFile(name(number)) }
}
