import Glibc
import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Entries that are neither regular files nor directories.
  @Suite struct SpecialFilesTests {
    @Test("a symbolic link counts its own length, short or long", arguments: TestDisk.available(.all), [3, 200])
    func symbolicLink(kind: TestDisk.Kind, length: Int) async throws {
      try await onTracked(kind) { place in
        try place.changing {
          try place.tree.makeSymbolicLink("l", to: BytePath(bytes: [UInt8](repeating: 0x74, count: length)))
        }
        try place.expectExact("the link is made")
        #expect(place.tracker.usage.apparentBytes == UInt64(length))
        try place.expectSettled("it is written back")
      }
    }

    @Test("a link to a directory is not followed", arguments: TestDisk.available(.all))
    func linkToDirectory(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        try place.outside.makeFile("large", length: 1 << 20)
        try place.changing { try place.tree.makeSymbolicLink("l", to: "../outside") }
        try place.expectExact("the link is made")
        try place.outside.makeFile("larger", length: 2 << 20)
        try place.expectSettled("what it leads to has grown")
        #expect(place.tracker.usage.directories == 1)
      }
    }

    @Test(
      "a FIFO, a socket and a device count as files without bytes", arguments: TestDisk.available(.all),
      SpecialNode.allCases)
    func node(kind: TestDisk.Kind, node: SpecialNode) async throws {
      try await onTracked(kind) { place in
        try place.changing { try place.tree.make(node, "n") }
        try place.expectExact("it is made")
        #expect(place.tracker.usage.files == 1)
        #expect(place.tracker.usage.apparentBytes == 0)
        try place.changing { try place.tree.unlink("n") }
        try place.expectExact("it is removed")
      }
    }

    @Test("data in a FIFO never counts", arguments: TestDisk.available(.all))
    func dataInPipe(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        try place.tree.make(.fifo, "n")
        try place.settle()
        let pipe = try place.tree.file("n", .existing)
        try place.keeping { #expect(write(pipe.descriptor, [UInt8](repeating: 1, count: 4000), 4000) == 4000) }
        try place.expectExact("there is data in it")
        pipe.close()
        try place.expectSettled("it is closed")
        #expect(place.tracker.usage.apparentBytes == 0)
      }
    }
  }
}
