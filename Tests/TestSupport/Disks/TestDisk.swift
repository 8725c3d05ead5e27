internal import Glibc
package import SystemCalls

/// A file system of its own, mounted from an image file or from memory. It is unmounted, and its image removed, when
/// the last reference goes or when this process ends, however it ends.
package final class TestDisk: Sendable {
  package enum Kind: String, CaseIterable, Codable, Sendable {
    case ext4, xfs, btrfs, tmpfs
    /// ext4 that keeps small files and directories in their inodes.
    case inlineData = "ext4-inline"
    /// Btrfs that compresses.
    case compressed = "btrfs-zstd"
    /// An overlay whose layers lie on an ext4.
    case overlay
    /// A FUSE server that passes an ext4 through.
    case fuse = "bindfs"
  }

  package let kind: Kind
  /// The mounted file system's topmost directory.
  package let root: BytePath
  private let keeper: MountKeeper

  /// Makes and mounts a file system. Blocks for about a tenth of a second.
  /// - Parameter prepare: Fills the lower layer of an overlay before it is mounted.
  package init(
    _ kind: Kind, megabytes: Int = 512, preparing prepare: (_ lower: BytePath) throws -> Void = { _ in }
  ) throws {
    self.kind = kind
    keeper = try MountKeeper()
    root = keeper.mountPoint
    switch kind {
    case .tmpfs:
      try Subprocess.output(
        of: "mount", ["-t", "tmpfs", "-o", BytePath("size=\(megabytes)m,mode=755"), "tmpfs", root])
    case .ext4:
      try mountImage(.ext4, megabytes, at: root)
    case .inlineData:
      try mountImage(.ext4, megabytes, making: ["-O", "inline_data"], at: root)
    case .xfs:
      try mountImage(.xfs, megabytes, at: root)
    case .btrfs:
      try mountImage(.btrfs, megabytes, at: root)
    case .compressed:
      try mountImage(.btrfs, megabytes, mounting: ",compress=zstd", at: root)
    case .overlay:
      try mountImage(.ext4, megabytes, at: keeper.beneath)
      try mountOverlay(prepare)
    case .fuse:
      try mountImage(.ext4, megabytes, at: keeper.beneath)
      // The kernel has to ask the server every time: otherwise two looks at a file may differ for a second.
      try Subprocess.output(of: "bindfs", ["-o", "attr_timeout=0,entry_timeout=0", keeper.beneath, root])
    }
  }

  private func mountImage(
    _ type: Kind, _ megabytes: Int, making: [BytePath] = [], mounting: String = "", at place: BytePath
  ) throws {
    let image = keeper.image
    try Subprocess.output(of: "truncate", ["-s", BytePath("\(megabytes)M"), image])
    let quiet: [BytePath] = type == .ext4 ? ["-q", "-F", "-E", "lazy_itable_init=0"] : ["-q"]
    try Subprocess.output(of: BytePath("mkfs.\(type.rawValue)"), quiet + making + [image])
    try Subprocess.output(of: "mount", ["-o", BytePath("loop\(mounting)"), image, place])
  }

  private func mountOverlay(_ prepare: (_ lower: BytePath) throws -> Void) throws {
    let layers = (lower: keeper.beneath.appending("lower"), upper: keeper.beneath.appending("upper"))
    let work = keeper.beneath.appending("work")
    try Subprocess.output(of: "mkdir", [layers.lower, layers.upper, work])
    try prepare(layers.lower)
    let options = "lowerdir=\(layers.lower),upperdir=\(layers.upper),workdir=\(work)"
    try Subprocess.output(of: "mount", ["-t", "overlay", "-o", BytePath(options), "overlay", root])
  }

  /// Writes back everything dirty, beneath the file system too where there is another one: FUSE does not pass it on.
  package func writeBack() throws {
    let place = kind == .fuse ? keeper.beneath : root
    try WorkDirectory(place).writeBack()
  }

  /// Where an overlay keeps what was changed in it.
  package var upperLayer: BytePath { keeper.beneath.appending("upper") }

  /// Makes a file system for as long as a piece of work takes; the lower layer of an overlay is what a storm leaves.
  package static func use<Result>(
    _ kind: Kind, lowerSeed: UInt64, _ body: (_ root: BytePath) throws -> Result
  ) throws -> Result {
    let disk = try TestDisk(kind, preparing: { try LowerLayer.fill($0, seed: lowerSeed) })
    return try withExtendedLifetime(disk) { try body(disk.root) }
  }

  /// Makes a file system for as long as a piece of work takes.
  package static func use<Result>(_ kind: Kind, _ body: (_ root: BytePath) throws -> Result) throws -> Result {
    let disk = try TestDisk(kind)
    return try withExtendedLifetime(disk) { try body(disk.root) }
  }

  /// Unmounts now.
  /// - Returns: false when something held the file system open, so that it had to be detached from its place first.
  @discardableResult
  package func unmount() throws -> Bool { try keeper.end() }
}
