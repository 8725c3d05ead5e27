import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Allocated bytes that change when data is written back, without an event.
  @Suite struct WritebackTests {
    private static let changing: [TestDisk.Kind] = [.ext4, .inlineData, .xfs, .overlay, .fuse]

    @Test("the map of a scattered file counts once it is written back", arguments: TestDisk.available(changing))
    func scattered(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        try scatter(in: place)
        try place.changing { try place.writeBack() }
        try place.expectSettled("the map is written")
      }
    }

    @Test(
      "the map of a scattered file counts without anyone asking, when writeback must be over",
      arguments: TestDisk.available(changing))
    func scatteredAndLeft(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        try scatter(in: place)
        try place.changing { try place.writeBack() }
        try place.pass(.seconds(40))
        try place.expectExact("40 seconds later")
      }
    }

    @Test(
      "a scattered file that a scan finds counts rightly when it has been written back",
      arguments: TestDisk.available(changing))
    func scatteredAndFound(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.file("f").writeEveryOtherBlock(2000) }) { place in
        try place.changing { try place.writeBack() }
        try place.pass(.seconds(40))
        try place.expectExact("40 seconds later")
      }
    }

    @Test(
      "a scattered file that is moved in counts rightly when it has been written back",
      arguments: TestDisk.available(changing))
    func scatteredAndMovedIn(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { _, outside in try outside.file("f").writeEveryOtherBlock(2000) }) {
        place in
        try place.outside.rename("f", to: place.tree, as: "f")
        try place.expectExact("it is moved in")
        try place.changing { try place.writeBack() }
        try place.pass(.seconds(40))
        try place.expectExact("40 seconds later")
      }
    }

    @Test(
      "a scattered file needs nothing more at writeback", arguments: TestDisk.available([.btrfs, .compressed, .tmpfs]))
    func scatteredWithoutMap(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        try scatter(in: place)
        try place.keeping { try place.writeBack() }
        try place.expectExact("it is written back")
      }
    }

    @Test(
      "writes into a reserved range count once they are written back",
      arguments: TestDisk.available([.ext4, .inlineData, .overlay]))
    func unwritten(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        let file = try place.tree.file("f")
        try file.allocate(.plain, at: 0, count: 16 << 20)
        try file.writeEveryOtherBlock(2000)
        try place.expectExact("the writes are done")
        file.close()
        try place.changing { try place.writeBack() }
        try place.expectSettled("the extents are split")
      }
    }

    @Test(
      "a file that grows out of its inode is exact when it has been written back",
      arguments: TestDisk.available([.inlineData]))
    func outOfInode(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        let file = try place.tree.file("f")
        try file.write(50, at: 0)
        try place.expectExact("it is in its inode")
        try file.write(3 << 20, at: 50)
        try place.expectExact("it has grown")
        file.close()
        try place.changing { try place.writeBack() }
        try place.expectSettled("it is written back")
      }
    }

    @Test("what XFS gives back minutes later goes when its time has come", arguments: TestDisk.available([.xfs]))
    func trim(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        try growByAppending("f", in: place.tree)
        try place.expectSettled("the last append is closed")
        try place.changing { try place.giveBackPreallocation() }
        try place.pass(.seconds(361))
        try place.expectExact("six minutes later")
      }
    }

    private func scatter(in place: TrackedPlace) throws {
      let file = try place.tree.file("f")
      try place.changing { try file.writeEveryOtherBlock(2000) }
      try place.expectExact("the writes are done")
      file.close()
      try place.expectExact("the file is closed")
    }
  }
}

/// Opens, appends and closes over and over: XFS keeps what it has set aside when it sees that.
func growByAppending(_ name: BytePath, in directory: WorkDirectory) throws {
  for number in 0..<200 {
    let file = try directory.file(name)
    try file.write(50_000, at: number * 50_000)
    file.close()
  }
}
