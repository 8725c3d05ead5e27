import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Files that get another name.
  @Suite struct RenameTests {
    @Test(
      "a file that is renamed moves its bytes, within a directory and across", arguments: TestDisk.available(.all))
    func withinAndAcross(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeFileBetweenTwo) { place in
        let (a, b) = (try place.tree.directory("a"), try place.tree.directory("b"))
        try place.settle()
        try a.rename("f", to: a, as: "g")
        try place.expectExact("it has another name")
        try place.changing { try a.rename("g", to: b, as: "g") }
        try place.expectExact("it is in another directory")
        #expect(place.tracker.usage(of: "a")?.files == 0)
        #expect(place.tracker.usage(of: "b")?.files == 1)
        try place.expectSettled("it is written back")
      }
    }

    @Test("a file counts from when it comes until it goes", arguments: TestDisk.available(.all))
    func inAndOut(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { _, outside in try outside.makeFile("x", length: 100_000) }) { place in
        try place.changing { try place.outside.rename("x", to: place.tree, as: "f") }
        try place.expectExact("it came")
        #expect(place.tracker.usage.apparentBytes == 100_000)
        try place.changing { try place.tree.rename("f", to: place.outside, as: "x") }
        try place.expectExact("it went")
        #expect(place.tracker.usage.apparentBytes == 0)
      }
    }

    @Test("a file that another one replaces no longer counts", arguments: TestDisk.available(.all))
    func replacing(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeTwoFiles) { place in
        try place.settle()
        try place.changing { try place.tree.rename("f", to: place.tree, as: "g") }
        try place.expectExact("it is replaced")
        #expect(place.tracker.usage.files == 1)
        #expect(place.tracker.usage.apparentBytes == 100_000)
      }
    }

    @Test("a file that is replaced under one of its names counts for the other", arguments: TestDisk.available(.all))
    func replacingOneName(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeLinkBetweenTwo) { place in
        try place.tree.makeFile("new", length: 7000)
        try place.expectExact("there is a new file")
        try place.changing { try place.tree.rename("new", to: place.tree.directory("a"), as: "f") }
        try place.expectExact("it has replaced one name")
        #expect(place.tracker.usage(of: "a")?.apparentBytes == 7000)
        #expect(place.tracker.usage(of: "b")?.apparentBytes == 100_000)
        try place.expectSettled("it is written back")
      }
    }

    @Test(
      "a rename over another name of the same inode changes nothing, nor does one onto itself",
      arguments: TestDisk.available(.all))
    func ontoItself(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeLinkBetweenTwo) { place in
        let (a, b) = (try place.tree.directory("a"), try place.tree.directory("b"))
        try place.settle()
        try place.keeping {
          try a.rename("f", to: a, as: "f")
          try a.rename("f", to: b, as: "h")
        }
        try place.expectExact("both names are there")
        #expect(place.tracker.usage(of: "a")?.files == 1)
      }
    }

    @Test(
      "names that a FUSE server says to have moved, and that are there, count", arguments: TestDisk.available([.fuse]))
    func ontoItselfOverFUSE(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeTwoNames) { place in
        try place.settle()
        try place.keeping { try place.tree.rename("f", to: place.tree, as: "h") }
        try place.expectExact("both names are there")
        #expect(place.tracker.usage.files == 1)
      }
    }

    @Test("a rename that is refused changes nothing", arguments: TestDisk.available(.all))
    func refused(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeTwoFiles) { place in
        try place.settle()
        try place.keeping {
          #expect(throws: Errno.fileExists) {
            try place.tree.renameWithoutReplacing("f", to: place.tree, as: "g")
          }
        }
        try place.expectExact("both are there")
        #expect(place.tracker.usage.files == 2)
      }
    }
  }
}

let makeTwoFiles: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, _ in
  try tree.makeFile("f", length: 100_000)
  try tree.makeFile("g", length: 5000)
}

private let makeTwoNames: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, _ in
  try tree.makeFile("f", length: 100_000)
  try tree.link("f", to: tree, as: "h")
}
