import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Files that are written to after their names have moved or gone.
  @Suite struct OpenFileTests {
    @Test("what is written to an open file counts where its name is by then", arguments: TestDisk.available(.all))
    func renamed(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeFileBetweenTwo) { place in
        let (a, b) = (try place.tree.directory("a"), try place.tree.directory("b"))
        let file = try a.file("f", .existing)
        try a.rename("f", to: b, as: "g")
        try place.changing { try file.write(50_000, at: 100_000) }
        try place.expectExact("it was renamed")
        #expect(place.tracker.usage(of: "b")?.apparentBytes == 150_000)
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "an open file that leaves the tree is written to unseen, and is exact when it is back",
      arguments: TestDisk.available(.all))
    func outAndBack(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 100_000) }) { place in
        let file = try place.tree.file("f", .existing)
        try place.changing { try place.tree.rename("f", to: place.outside, as: "x") }
        try place.keeping { try file.write(50_000, at: 100_000) }
        try place.expectExact("it is outside")
        #expect(place.tracker.usage.files == 0)
        try place.changing { try place.outside.rename("x", to: place.tree, as: "g") }
        try place.expectExact("it is back")
        try place.changing { try file.write(50_000, at: 150_000) }
        try place.expectExact("it is written to again")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test("what is written to a file without a name does not count", arguments: TestDisk.available(.local))
    func unlinked(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 100_000) }) { place in
        let file = try place.tree.file("f", .existing)
        try place.changing { try place.tree.unlink("f") }
        try place.keeping { try file.write(50_000, at: 100_000) }
        try place.expectExact("it was written to")
        #expect(place.tracker.usage.files == 0)
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "an event under a dead name does no harm to the file that has the name now", arguments: TestDisk.available(.local)
    )
    func nameOfAnother(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 100_000) }) { place in
        let file = try place.tree.file("f", .existing)
        try place.changing {
          try place.tree.unlink("f")
          try place.tree.makeFile("f", length: 3000)
        }
        try place.keeping { try file.write(50_000, at: 100_000) }
        try place.expectExact("both are written")
        #expect(place.tracker.usage.apparentBytes == 3000)
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "what is written after one of two names went counts for the other after writeback",
      arguments: TestDisk.available(.local))
    func otherName(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeLinkBetweenTwo) { place in
        try place.settle()
        let file = try place.tree.directory("a").file("f", .existing)
        try place.tree.directory("a").unlink("f")
        try place.expectExact("the name is gone")
        try place.changing { try file.write(50_000, at: 100_000) }
        try place.expectSettled("it was written to")
        #expect(place.tracker.usage(of: "b")?.apparentBytes == 150_000)
        file.close()
        try place.expectSettled("it is closed")
      }
    }
  }
}
