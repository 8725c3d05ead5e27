import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Space that is given to a file, or taken from it, without writing.
  @Suite struct SpaceTests {
    /// The table's `fallocate`: what each file system offers.
    private static let cases: [(TestDisk.Kind, SpaceChange)] =
      TestDisk.available(.local).flatMap { (kind) in changes(on: kind).map { (kind, $0) } }

    private static func changes(on kind: TestDisk.Kind) -> [SpaceChange] {
      switch kind {
      case .btrfs, .compressed: [.plain, .keepingSize, .punchingHole, .zeroing]
      case .tmpfs: [.plain, .keepingSize, .punchingHole]
      default: SpaceChange.allCases
      }
    }

    @Test("fallocate counts at once", arguments: cases)
    func allocate(kind: TestDisk.Kind, change: SpaceChange) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 1 << 20) }) { place in
        try place.settle()
        let file = try place.tree.file("f", .existing)
        // Some give space behind the end, the others change what is in the middle.
        let offset = [.plain, .keepingSize, .zeroing].contains(change) ? 1 << 20 : 256 << 10
        try place.changing { try file.allocate(change, at: offset, count: 256 << 10) }
        try place.expectExact("\(change.rawValue), the file is open")
        file.close()
        try place.expectSettled("\(change.rawValue), it is closed")
      }
    }

    @Test(
      "pages that are given back through a mapping count at once",
      arguments: TestDisk.available([TestDisk.Kind].local.filter { $0 != .overlay }))
    func adviseRemoval(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 1 << 20) }) { place in
        try place.settle()
        let file = try place.tree.file("f", .existing)
        let mapping = try WorkMapping(file, 512 << 10)
        try place.changing { try mapping.punchHole() }
        try place.expectExact("the file is mapped")
        mapping.unmap()
        file.close()
        try place.expectSettled("it is let go")
      }
    }

    @Test(
      "pages that are given back through a mapping count on an overlay when the file is closed",
      arguments: TestDisk.available([.overlay]))
    func adviseRemovalOnOverlay(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 1 << 20) }) { place in
        try place.settle()
        let file = try place.tree.file("f", .existing)
        let mapping = try WorkMapping(file, 512 << 10)
        // The event goes to the file of the upper layer, where nobody watches.
        try place.changing { try mapping.punchHole() }
        mapping.unmap()
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "a file that is cut, lengthened or emptied counts at once", arguments: TestDisk.available(.all),
      [0, 10_000, 300_000])
    func truncate(kind: TestDisk.Kind, length: Int) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 100_000) }) { place in
        try place.settle()
        let file = try place.tree.file("f", .existing)
        try place.changing { try file.truncate(to: length) }
        try place.expectExact("the file is open")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test("a file that is emptied by opening it counts at once", arguments: TestDisk.available(.all))
    func openTruncating(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 100_000) }) { place in
        try place.settle()
        let file = try place.changing { try place.tree.file("f", .truncating) }
        try place.expectExact("the file is open")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "cutting a file to its own length frees what lies behind the end",
      arguments: TestDisk.available(.local))
    func truncateToSameLength(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 64 << 10) }) { place in
        let file = try place.tree.file("f", .existing)
        try file.allocate(.keepingSize, at: 64 << 10, count: 1 << 20)
        try place.expectExact("space is set aside")
        try place.settle()
        try place.changing { try file.truncate(to: 64 << 10) }
        try place.expectExact("it is given back")
        file.close()
        try place.expectSettled("the file is closed")
      }
    }
  }
}
