internal import CacheClearing
internal import SystemCalls

/// Which file systems have in common what is free: the subvolumes of a btrfs, the datasets of a ZFS pool, what one server
/// exports, an overlay and that on which its layers lie.
struct FreeSpacePools {
  /// How much room a file system has, as it says itself.
  private struct Room {
    /// Whether nothing but what lies on it takes away from that.
    var isOwn: Bool
    var space: FileSystemSpace
  }

  /// By device. Without those that could not be asked.
  private var rooms: [UInt64: Room] = [:]

  private static let withRoomOfTheirOwn: Set<String> = ["ext4", "xfs", "tmpfs", "ramfs", "f2fs", "vfat", "exfat"]

  init(of targets: [ClearTarget]) {
    // Right after one another, so that little else changes in between.
    for target in targets where rooms[target.device] == nil { rooms[target.device] = try? Self.room(at: target) }
  }

  private static func room(at target: ClearTarget) throws(Errno) -> Room {
    let directory = try Descriptor.open(target.clearer.root.bytes, .pathOnly)
    defer { directory.close() }
    let kind = try FileSystemKind(of: directory)
    return Room(isOwn: withRoomOfTheirOwn.contains(kind.name), space: try FileSystemSpace(of: directory))
  }

  /// Whether what is freed on a file system cannot be free on another one.
  func isOwn(_ device: UInt64) -> Bool { rooms[device]?.isOwn ?? false }

  /// Whether two file systems share what is free, as far as that can be seen: where they say the same of it. In doubt
  /// they do, for what was deleted too little can still be deleted.
  func isShared(_ device: UInt64, _ other: UInt64) -> Bool {
    guard device != other else { return true }
    guard let room = rooms[device], let otherRoom = rooms[other] else { return true }
    guard !room.isOwn || !otherRoom.isOwn else { return false }
    let (space, otherSpace) = (room.space, otherRoom.space)
    return space.totalBytes == otherSpace.totalBytes || space.freeBytes == otherSpace.freeBytes
  }
}
