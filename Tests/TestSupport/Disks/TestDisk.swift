internal import Glibc
package import SystemCalls

/// A file system of its own, mounted from an image file or from memory. It is unmounted, and its image removed, when
/// the last reference goes or when this process ends, however it ends.
package final class TestDisk: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case ext4, xfs, btrfs, tmpfs
    /// Over two directories of an ext4 of its own; a storm's `tree` and `side` are in the lower one already.
    case overlay
  }

  package let kind: Kind
  /// The mounted file system's topmost directory.
  package let root: BytePath
  private let keeper: MountKeeper

  /// Makes and mounts a file system. Blocks for about a tenth of a second.
  ///
  /// - Parameters:
  ///   - megabytes: Its size; at the default every `mkfs` agrees.
  ///   - lowerSeed: What the lower layer of an overlay holds.
  package init(_ kind: Kind, megabytes: Int = 512, lowerSeed: UInt64 = 1) throws {
    self.kind = kind
    keeper = try MountKeeper()
    root = keeper.mountPoint
    switch kind {
    case .tmpfs:
      try Subprocess.output(
        of: "mount", ["-t", "tmpfs", "-o", BytePath("size=\(megabytes)m,mode=755"), "tmpfs", root])
    case .ext4, .xfs, .btrfs:
      try keeper.mountImage(of: kind.rawValue, megabytes: megabytes, on: root)
    case .overlay:
      try keeper.mountImage(of: "ext4", megabytes: megabytes, on: keeper.layers)
      try OverlayLayers(in: keeper.layers, seed: lowerSeed).mount(on: root)
    }
  }

  /// Makes a file system for as long as a piece of work takes.
  package static func use<Result>(
    _ kind: Kind, lowerSeed: UInt64 = 1, _ body: (_ root: BytePath) throws -> Result
  ) throws -> Result {
    let disk = try TestDisk(kind, lowerSeed: lowerSeed)
    return try withExtendedLifetime(disk) { try body(disk.root) }
  }

  /// Unmounts now.
  /// - Returns: false when something held the file system open, so that it had to be detached from its place first.
  @discardableResult
  package func unmount() throws -> Bool { try keeper.end() }
}

extension TestDisk {
  /// Why this machine cannot mount such a file system; nil when it can. The answer is found by trying, once.
  package static func obstacle(to kind: Kind) -> String? { obstacles[kind] ?? nil }

  private static let obstacles: [Kind: String?] = Dictionary(
    uniqueKeysWithValues: Kind.allCases.map { (kind) in (kind, findObstacle(to: kind)) })

  private static func findObstacle(to kind: Kind) -> String? {
    guard geteuid() == 0 else { return "skipped on \(kind.rawValue): only root can mount file systems" }
    do {
      try TestDisk(kind).unmount()
      return nil
    } catch {
      return "skipped on \(kind.rawValue): \(error)"
    }
  }

  /// Whether tests on such a file system can run here; prints the reason if not.
  ///
  /// With `CACHEWATCH_REQUIRE_MOUNTS` in the environment they run, and fail, in any case: nothing is skipped
  /// unnoticed on a machine that is meant to run everything.
  package static func isAvailable(_ kind: Kind) -> Bool {
    guard let obstacle = obstacle(to: kind), getenv("CACHEWATCH_REQUIRE_MOUNTS") == nil else { return true }
    print(obstacle)
    return false
  }
}
