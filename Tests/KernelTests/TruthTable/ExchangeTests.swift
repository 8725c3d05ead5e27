import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Two names that change places at once.
  @Suite struct ExchangeTests {
    @Test("files that change places move their bytes", arguments: TestDisk.available(.local))
    func files(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeTwoPlaces) { place in
        let (a, b) = (try place.tree.directory("a"), try place.tree.directory("b"))
        try place.settle()
        try place.changing { try a.exchange("f", with: "f", in: b) }
        try place.expectExact("they have changed places")
        #expect(place.tracker.usage(of: "a")?.apparentBytes == 35_000)
        #expect(place.tracker.usage(of: "b")?.apparentBytes == 100_000)
      }
    }

    @Test("directories that change places are followed", arguments: TestDisk.available(.local))
    func directories(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeTwoPlaces) { place in
        try place.settle()
        try place.changing { try place.tree.exchange("a", with: "b", in: place.tree) }
        try place.expectExact("they have changed places")
        try place.changing { try place.tree.directory("b/d").makeFile("new", length: 40_000) }
        try place.expectSettled("there is a new file in one of them")
      }
    }

    @Test("a file and a directory that change places become each other", arguments: TestDisk.available(.local))
    func fileWithDirectory(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeTwoPlaces) { place in
        try place.settle()
        try place.changing { try place.tree.directory("a").exchange("d", with: "f", in: place.tree.directory("b")) }
        try place.expectExact("they have changed places")
        try place.changing { try place.tree.directory("b/f").makeFile("new", length: 40_000) }
        try place.expectSettled("there is a new file in the directory")
      }
    }

    @Test(
      "what changes places with something outside is taken over", arguments: TestDisk.available(.local), ["f", "d"])
    func outside(kind: TestDisk.Kind, name: String) async throws {
      try await onTracked(kind, preparing: makeTwoPlaces) { place in
        try place.outside.makeFile("f", length: 70_000)
        try makeTree("d", in: place.outside)
        try place.outside.makeFile("d/more", length: 7000)
        try place.settle()
        let (a, name) = (try place.tree.directory("a"), BytePath(name))
        // Twice: once the name comes before it goes, once it goes before it comes.
        try place.changing { try a.exchange(name, with: name, in: place.outside) }
        try place.expectExact("they have changed places")
        try place.changing { try place.outside.exchange(name, with: name, in: a) }
        try place.expectExact("they have changed back")
        try place.expectSettled("they are written back")
      }
    }
  }
}

/// `a` with a file and a directory, `b` with a smaller file.
private let makeTwoPlaces: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, _ in
  let a = try tree.makeDirectory("a")
  try a.makeFile("f", length: 100_000)
  try makeTree("d", in: a)
  try tree.makeDirectory("b").makeFile("f", length: 5000)
}
