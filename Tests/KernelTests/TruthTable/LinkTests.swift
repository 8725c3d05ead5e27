import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Several names of one inode, all of them in the tree.
  @Suite struct LinkTests {
    @Test("a second name counts once in every directory above both", arguments: TestDisk.available(.all))
    func link(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeFileBetweenTwo) { place in
        let (a, b) = (try place.tree.directory("a"), try place.tree.directory("b"))
        try place.changing { try a.link("f", to: b, as: "h") }
        try place.expectExact("there is a name in another directory")
        #expect(place.tracker.usage(of: "b")?.apparentBytes == 100_000)
        try a.link("f", to: a, as: "g")
        try place.expectExact("there is a name in the same directory")
        #expect(place.tracker.usage.apparentBytes == 100_000)
        try place.expectSettled("it is written back")
      }
    }

    @Test("what is written through one name counts for the other", arguments: TestDisk.available(.all))
    func write(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeLinkBetweenTwo) { place in
        try place.settle()
        let file = try place.tree.directory("b").file("h", .existing)
        try place.changing { try file.write(50_000, at: 100_000) }
        try place.expectExact("the file is open")
        try place.changing { try file.truncate(to: 10_000) }
        try place.expectExact("it is cut")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test("a file with two names that loses one counts for the other", arguments: TestDisk.available(.all))
    func unlink(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeLinkBetweenTwo) { place in
        try place.settle()
        try place.changing { try place.tree.directory("a").unlink("f") }
        try place.expectExact("the first name is gone")
        #expect(place.tracker.usage.apparentBytes == 100_000)
        try place.changing { try place.tree.directory("b").unlink("h") }
        try place.expectExact("the last name is gone")
        #expect(place.tracker.usage.files == 0)
      }
    }

    @Test("a name made outside that goes again changes nothing", arguments: TestDisk.available(.all))
    func unlinkOutside(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeFileBetweenTwo) { place in
        try place.settle()
        try place.keeping {
          try place.tree.directory("a").link("f", to: place.outside, as: "x")
          try place.outside.unlink("x")
        }
        try place.expectSettled("it is gone")
      }
    }
  }
}

/// `a/f`, and `b` without anything in it.
let makeFileBetweenTwo: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, _ in
  try tree.makeDirectory("a").makeFile("f", length: 100_000)
  try tree.makeDirectory("b")
}

/// `a/f`, which is also `b/h`.
let makeLinkBetweenTwo: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, outside in
  try makeFileBetweenTwo(tree, outside)
  try tree.directory("a").link("f", to: tree.directory("b"), as: "h")
}
