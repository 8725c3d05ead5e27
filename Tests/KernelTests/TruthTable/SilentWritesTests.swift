import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// Writes that no event reports until the file is let go.
  ///
  /// In each case the settle list is empty before, so that only the event at the end can have shown the change.
  @Suite struct SilentWritesTests {
    @Test(
      "what asynchronous I/O writes counts when the file is closed", arguments: TestDisk.available(.all),
      [false, true])
    func asynchronous(kind: TestDisk.Kind, isDirect: Bool) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f") }) { place in
        try place.settle()
        let file = try place.tree.file("f", isDirect ? .direct : .existing)
        try place.changing { try file.writeAsynchronously(65_536, at: 0) }
        file.close()
        try place.expectSettled("the file is closed")
        #expect(place.tracker.usage.apparentBytes == 65_536)
      }
    }

    @Test(
      "what is written through a loop device counts when the device is detached",
      arguments: TestDisk.available([.ext4, .xfs, .btrfs, .tmpfs]))
    func loopDevice(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.file("f").truncate(to: 64 << 20) }) { place in
        try place.settle()
        let file = try place.tree.file("f", .existing)
        let device = try LoopDevice(backedBy: file)
        file.close()
        try place.changing { try Subprocess.output(of: "mkfs.ext4", ["-q", "-F", device.path]) }
        try place.changing { try device.write(4 << 20, at: 32 << 20) }
        try place.changing { try device.discard(2 << 20, at: 32 << 20) }
        device.detach()
        try place.expectSettled("the device is detached")
      }
    }

    @Test(
      "a store through mmap into a hole counts when the mapping and the file are let go",
      arguments: TestDisk.available(.local))
    func mapping(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: Self.makeHole) { place in
        try place.settle()
        let file = try place.tree.file("f", .existing)
        let mapping = try WorkMapping(file, Self.length)
        try place.changing { mapping.store() }
        mapping.unmap()
        file.close()
        try place.expectSettled("both are let go")
      }
    }

    @Test(
      "a store through mmap after the file was closed counts when the mapping ends",
      arguments: TestDisk.available([TestDisk.Kind].local.filter { $0 != .overlay }))
    func mappingOfClosedFile(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: Self.makeHole) { place in
        try place.settle()
        let mapping = try closedMapping(in: place)
        // The event of the close, if there was one, is dealt with: it cannot be what shows the store.
        try place.settle()
        try place.changing { mapping.store() }
        mapping.unmap()
        try place.expectSettled("the mapping has ended")
      }
    }

    @Test("a store through mmap into a FUSE file counts when it is written", arguments: TestDisk.available([.fuse]))
    func mappingOverFUSE(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: Self.makeHole) { place in
        let file = try place.tree.file("f", .existing)
        let mapping = try WorkMapping(file, Self.length)
        try place.changing {
          mapping.store()
          try mapping.synchronize()
        }
        mapping.unmap()
        file.close()
        try place.expectSettled("both are let go")
      }
    }

    private static let length = 512 << 10

    private static let makeHole: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, _ in
      try tree.file("f").truncate(to: length)
    }

    private func closedMapping(in place: TrackedPlace) throws -> WorkMapping {
      let file = try place.tree.file("f", .existing)
      let mapping = try WorkMapping(file, Self.length)
      file.close()
      return mapping
    }
  }
}
