import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Files in the tree that have names outside: what is written through those is reported by a watch of the inode.
  @Suite struct OutsideLinkTests {
    @Test("what is written through a name outside counts", arguments: TestDisk.available(.local))
    func write(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeLinkOutside) { place in
        try place.settle()
        let file = try place.outside.file("x", .existing)
        try place.changing { try file.write(50_000, at: 100_000) }
        try place.expectExact("the file is open")
        try place.changing { try file.truncate(to: 10_000) }
        try place.expectExact("it is cut")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "a name that a file gets outside is noticed at the next event of the file", arguments: TestDisk.available(.local))
    func linkedLater(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeFileBetweenTwo) { place in
        let a = try place.tree.directory("a")
        try a.link("f", to: place.outside, as: "x")
        try a.setPermissions("f", 0o600)
        try place.expectExact("it is linked")
        try place.settle()
        let file = try place.outside.file("x", .existing)
        try place.changing { try file.write(50_000, at: 100_000) }
        try place.expectExact("the file is open")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test("a file that is moved in while a name stays outside is followed", arguments: TestDisk.available(.local))
    func movedIn(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: Self.makeTwoOutside) { place in
        try place.changing { try place.outside.rename("y", to: place.tree, as: "f") }
        try place.expectExact("it is moved in")
        try place.settle()
        let file = try place.outside.file("x", .existing)
        try place.changing { try file.write(50_000, at: 100_000) }
        try place.expectExact("the file is open")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "a file that lost its name in the tree no longer counts, whatever is written outside",
      arguments: TestDisk.available(.local))
    func unlinked(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeLinkOutside) { place in
        try place.changing { try place.tree.directory("a").unlink("f") }
        try place.expectExact("the name is gone")
        try place.keeping { try place.outside.makeFile("x", length: 5000) }
        try place.expectExact("it is written outside")
        #expect(place.tracker.usage.files == 0)
      }
    }

    @Test(
      "what is written after the name in the tree moved to another directory counts there",
      arguments: TestDisk.available(.local))
    func renamed(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeLinkOutside) { place in
        try place.tree.directory("a").rename("f", to: place.tree.directory("b"), as: "g")
        try place.expectExact("it is renamed")
        try place.settle()
        let file = try place.outside.file("x", .existing)
        try place.changing { try file.write(50_000, at: 100_000) }
        try place.expectExact("it is written")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    private static let makeTwoOutside: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { _, outside in
      try outside.makeFile("x", length: 100_000)
      try outside.link("x", to: outside, as: "y")
    }
  }
}

/// `tree/a/f`, which is also `outside/x`, and `tree/b`.
let makeLinkOutside: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, outside in
  try makeFileBetweenTwo(tree, outside)
  try tree.directory("a").link("f", to: outside, as: "x")
}
