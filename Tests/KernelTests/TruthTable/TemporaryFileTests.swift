import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Files made with `O_TMPFILE`: events go on calling them by their number when they have a name.
  @Suite struct TemporaryFileTests {
    @Test("a file that has no name yet does not count", arguments: TestDisk.available(.local))
    func unnamed(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        let file = try place.tree.unnamedFile()
        try place.keeping { try file.write(100_000, at: 0) }
        try place.expectExact("it is written")
        #expect(place.tracker.usage.files == 0)
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "a file that gets its name late counts, and so does what is written afterwards",
      arguments: TestDisk.available(.local))
    func named(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        let file = try place.tree.unnamedFile()
        try file.write(100_000, at: 0)
        try place.changing { try file.link(to: place.tree, as: "f") }
        try place.expectExact("it has a name")
        try place.settle()
        try place.changing { try file.write(50_000, at: 100_000) }
        try place.expectExact("more is written")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "a file without a name that gets one in another directory counts there, and what is written afterwards",
      arguments: TestDisk.available(.local))
    func namedElsewhere(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeTwoDirectories) { place in
        let file = try place.tree.directory("a").unnamedFile()
        try place.changing { try file.link(to: place.tree.directory("b"), as: "g") }
        try place.expectExact("it has a name")
        try place.settle()
        try place.changing { try file.write(50_000, at: 0) }
        try place.expectExact("it is written")
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "what is written to a file from outside right after it got its name counts after writeback",
      arguments: TestDisk.available(.local))
    func madeOutside(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeTwoDirectories) { place in
        let file = try place.outside.unnamedFile()
        try place.changing { try file.link(to: place.tree.directory("b"), as: "g") }
        try place.expectExact("it has a name")
        try place.changing { try file.write(50_000, at: 0) }
        try place.expectSettled("it is written")
        file.close()
        try place.expectSettled("it is closed")
      }
    }
  }
}

private let makeTwoDirectories: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, _ in
  try tree.makeDirectory("a")
  try tree.makeDirectory("b")
}
