import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite.TruthTable {
  /// What no event reports, or none before the file is let go: an audit finds it at any time.
  @Suite struct AuditRemedyTests {
    @Test(
      "an audit finds what asynchronous I/O has written to a file that is open", arguments: TestDisk.available(.local))
    func asynchronous(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f") }) { place in
        let file = try place.tree.file("f", .existing)
        try place.expectRepaired { try file.writeAsynchronously(65_536, at: 0) }
        file.close()
      }
    }

    @Test(
      "an audit finds what is written through a loop device that is attached",
      arguments: TestDisk.available([.ext4, .xfs, .btrfs, .tmpfs]))
    func loopDevice(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.file("f").truncate(to: 8 << 20) }) { place in
        let device = try LoopDevice(backedBy: place.tree.file("f", .existing))
        try place.expectRepaired { try device.write(1 << 20, at: 0) }
        try place.expectRepaired { try device.discard(512 << 10, at: 0) }
        device.detach()
      }
    }

    @Test("an audit finds what is stored through a mapping that lives", arguments: TestDisk.available(.local))
    func mapping(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: Self.makeHole) { place in
        let file = try place.tree.file("f", .existing)
        let mapping = try WorkMapping(file, Self.length)
        file.close()
        try place.expectRepaired { mapping.store() }
        mapping.unmap()
      }
    }

    @Test(
      "on an overlay a store after the file was closed is silent for ever, and an audit finds it",
      arguments: TestDisk.available([.overlay]))
    func mappingOnOverlay(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: Self.makeHole) { place in
        let file = try place.tree.file("f", .existing)
        let mapping = try WorkMapping(file, Self.length)
        file.close()
        try place.expectRepaired {
          mapping.store()
          mapping.unmap()
        }
      }
    }

    @Test("an audit finds zeros that have become a hole", arguments: TestDisk.available([.xfs, .btrfs, .compressed]))
    func deduplicated(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: makeZerosAndHole) { place in
        let (source, target) = (try place.tree.file("hole", .reading), try place.tree.file("zeros", .existing))
        try place.expectRepaired { _ = try target.shareEqualBlocks(1 << 20, with: source) }
        target.close()
      }
    }

    @Test("an audit finds what XFS has given back", arguments: TestDisk.available([.xfs]))
    func trim(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try growByAppending("f", in: tree) }) { place in
        try place.expectRepaired { try place.giveBackPreallocation() }
      }
    }

    @Test(
      "an audit finds what is written through a name that was made outside unseen",
      arguments: TestDisk.available(.local))
    func linkedOutside(kind: TestDisk.Kind) async throws {
      try await onTracked(kind, preparing: { tree, _ in try tree.makeFile("f", length: 100_000) }) { place in
        try place.expectRepaired {
          try place.tree.link("f", to: place.outside, as: "x")
          try place.outside.makeFile("x", length: 5000)
        }
        // From then on the file is watched itself.
        try place.changing { try place.outside.makeFile("x", length: 50_000) }
        try place.expectSettled("it is written again")
      }
    }

    @Test(
      "an audit finds what is written long after to a file that was made outside without a name",
      arguments: TestDisk.available(.local))
    func unnamed(kind: TestDisk.Kind) async throws {
      try await onTracked(kind) { place in
        let file = try place.outside.unnamedFile()
        try file.link(to: place.tree, as: "f")
        try place.expectRepaired { try file.write(50_000, at: 0) }
        file.close()
      }
    }

    @Test(
      "an audit finds what is written behind an overlay, in its upper layer",
      .enabled(if: TestDisk.isAvailable(.overlay)))
    func upperLayer() async throws {
      try await onOwnThread {
        let disk = try TestDisk(.overlay)
        let root = try WorkDirectory(disk.root)
        try root.makeFile("f", length: 5000)
        let place = try TrackedPlace(on: .overlay, tracking: root, at: disk.root, beside: root)
        try place.expectRepaired { try WorkDirectory(disk.upperLayer).file("f", .existing).write(50_000, at: 0) }
        withExtendedLifetime(disk) {}
      }
    }

    private static let length = 512 << 10

    private static let makeHole: @Sendable (WorkDirectory, WorkDirectory) throws -> Void = { tree, _ in
      try tree.file("f").truncate(to: length)
    }
  }
}

extension TrackedPlace {
  /// A step that nothing reports, and that an audit repairs and counts.
  fileprivate func expectRepaired(_ step: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try settle()
    try changing(step, sourceLocation: sourceLocation)
    let report = try tracker.audit()
    #expect(report.entries == 1, "on \(kind.rawValue)", sourceLocation: sourceLocation)
    try expectExact("it is audited", sourceLocation: sourceLocation)
  }
}
