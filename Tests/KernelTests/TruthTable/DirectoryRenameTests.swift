import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Whole directories that get another place.
  @Suite struct DirectoryRenameTests {
    @Test(
      "a directory that is moved in brings its contents, and is followed from then on",
      arguments: TestDisk.available(.all))
    func movedIn(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { _, outside in try makeTree("d", in: outside) }) { place in
        try place.changing { try place.outside.rename("d", to: place.tree, as: "e") }
        try place.expectExact("it is moved in")
        let inner = try place.tree.directory("e/inner")
        try place.changing { try inner.makeFile("new", length: 30_000) }
        try place.expectSettled("there is a new file in it")
      }
    }

    @Test(
      "a directory that is moved out takes its contents and its watches with it", arguments: TestDisk.available(.all))
    func movedOut(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try makeTree("d", in: tree) }) { place in
        #expect(place.tracker.statistics.watches == 3)
        try place.changing { try place.tree.rename("d", to: place.outside, as: "d") }
        try place.expectExact("it is moved out")
        try place.keeping { try place.outside.directory("d/inner").makeFile("new", length: 30_000) }
        try place.expectExact("there is a new file in it")
        #expect(place.tracker.statistics.watches == 1)
      }
    }

    @Test(
      "a directory that is moved within the tree is followed to its new place", arguments: TestDisk.available(.all))
    func movedAcross(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: Self.makeTwoTrees) { place in
        let moved = try place.tree.directory("d/inner")
        try place.changing { try place.tree.directory("d").rename("inner", to: place.tree.directory("e"), as: "moved") }
        try place.expectExact("it is moved")
        try place.changing { try moved.makeFile("new", length: 30_000) }
        try place.expectExact("there is a new file in it")
        #expect(place.tracker.usage(of: "e/moved")?.files == 2)
        try place.expectSettled("it is written back")
      }
    }

    @Test("a directory that replaces an empty one counts in its place", arguments: TestDisk.available(.all))
    func overEmpty(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: Self.makeTreeAndEmpty) { place in
        try place.settle()
        try place.changing { try place.tree.rename("d", to: place.tree, as: "empty") }
        try place.expectExact("the empty one is replaced")
        try place.changing { try place.tree.directory("empty/inner").makeFile("new", length: 30_000) }
        try place.expectSettled("there is a new file in it")
        #expect(place.tracker.statistics.watches == 3)
      }
    }

    private static let makeTwoTrees: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, _ in
      try makeTree("d", in: tree)
      try makeTree("e", in: tree)
    }

    private static let makeTreeAndEmpty: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, _ in
      try makeTree("d", in: tree)
      try tree.makeDirectory("empty")
    }
  }
}

/// A directory with a file and a directory, which has a file too.
func makeTree(_ name: BytePath, in place: WorkDirectory) throws {
  let directory = try place.makeDirectory(name)
  try directory.makeFile("f", length: 20_000)
  try directory.makeDirectory("inner").makeFile("g", length: 10_000)
}
