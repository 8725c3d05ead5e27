import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// What gets into files by calls that an event reports.
  @Suite struct WritingTests {
    @Test("a new empty file counts as a file, and is no bytes", arguments: TestDisk.available(.all))
    func emptyFile(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        let file = try place.changing { try place.tree.file("f") }
        try place.expectExact("the new file is open")
        file.close()
        try place.expectSettled("it is closed")
        #expect(place.tracker.usage.files == 1)
      }
    }

    @Test("every write counts while the file is still open", arguments: TestDisk.available(.all))
    func appends(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        let file = try place.tree.file("f")
        for number in 0..<5 {
          try place.changing { try file.write(30_000, at: number * 30_000) }
          try place.expectExact("write \(number) is done")
        }
        file.close()
        try place.expectSettled("the file is closed")
      }
    }

    @Test("a write of no bytes changes nothing", arguments: TestDisk.available(.all))
    func nothing(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        try place.tree.makeFile("f", length: 5000)
        try place.settle()
        let file = try place.tree.file("f", .existing)
        try place.keeping { try file.write(0, at: 9000) }
        try place.expectExact("nothing is written")
        file.close()
        try place.expectSettled("the file is closed")
      }
    }

    @Test(
      "what XFS sets aside for a growing file counts while the file is open, and no longer when it is closed",
      arguments: TestDisk.available([.xfs]))
    func preallocation(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        let file = try place.tree.file("f")
        for number in 0..<16 { try file.write(4 << 20, at: number * 4 << 20) }
        try place.expectExact("the file is open")
        let whileOpen = place.tracker.usage
        #expect(whileOpen.allocatedBytes > whileOpen.apparentBytes + 1 << 20)
        try place.changing { file.close() }
        try place.expectSettled("the file is closed")
        #expect(place.tracker.usage.allocatedBytes < whileOpen.allocatedBytes)
      }
    }

    @Test(
      "compressed data counts at its full length, before and after writeback",
      arguments: TestDisk.available([.compressed]))
    func compressed(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        let file = try place.tree.file("f")
        try place.changing { try file.write(8 << 20, at: 0) }
        try place.expectExact("the file is open")
        file.close()
        try place.keeping { try place.writeBack() }
        try place.expectExact("the file is closed and written back")
        #expect(place.tracker.usage.allocatedBytes >= 8 << 20)
      }
    }

    @Test(
      "a byte far behind the end counts as one block, and the length as apparent bytes",
      arguments: TestDisk.available(.all))
    func sparse(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        let file = try place.changing {
          let file = try place.tree.file("f")
          try file.write(1, at: 1 << 30)
          return file
        }
        try place.expectExact("the file is open")
        #expect(place.tracker.usage.apparentBytes == 1 << 30 + 1)
        file.close()
        try place.expectSettled("it is closed")
      }
    }

    @Test(
      "a file of the greatest length counts as that many apparent bytes",
      arguments: TestDisk.available([.ext4, .xfs, .btrfs, .tmpfs]))
    func longest(kind: TestDisk.Kind) async throws {
      // ext4 counts blocks in 32 bits.
      let length = kind == .ext4 ? 8 << 40 - 1 : Int.max
      try await onTracked(kind) { place in
        let file = try place.changing {
          let file = try place.tree.file("f")
          try file.truncate(to: length)
          return file
        }
        try place.expectExact("the file is open")
        #expect(place.tracker.usage.apparentBytes == UInt64(length))
        file.close()
        try place.expectSettled("it is closed")
      }
    }
  }
}
