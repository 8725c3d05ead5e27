internal import CSystem
internal import Glibc

/// What a file system keeps back from users other than root.
///
/// The kernel says how much of what is free they may fill. That is nothing when root has used a part of what is kept
/// for it, however large the part is: only the file system's own record tells that.
struct FileSystemReserve {
  var bytes: UInt64

  /// Nil where it cannot be known: the record is on the block device, which only root may read.
  init?(of directory: Descriptor) {
    guard let kind = try? FileSystemKind(of: directory) else { return nil }
    switch kind.name {
    case "tmpfs", "ramfs", "xfs", "btrfs", "zfs", "bcachefs": bytes = 0
    case "ext4":
      guard let bytes = Self.extBytes(of: directory) else { return nil }
      self.bytes = bytes
    default: return nil
    }
  }

  /// Of ext2, ext3 and ext4: the blocks for root, and those that the kernel keeps for itself.
  private static func extBytes(of directory: Descriptor) -> UInt64? {
    guard let device = try? directory.status().identity.device, let path = backing(of: device),
      let block = superblock(at: path, device),
      let name = path.lastComponent.map({ String(decoding: $0, as: UTF8.self) }),
      let kept = ProcFile.number(BytePath("/sys/fs/ext4/\(name)/reserved_clusters"))
    else { return nil }
    return block.reservedBytes(besides: UInt64(max(0, kept)))
  }

  /// The path of a device that is mounted.
  private static func backing(of device: UInt64) -> BytePath? {
    let name = "\(csystem_device_major(device)):\(csystem_device_minor(device))"
    let mount = try? MountTable.current().mounts.first { $0.device == name }
    // A relative path began at another working directory than ours.
    guard let backing = mount?.backing, backing.isAbsolute else { return nil }
    return try? backing.resolved()
  }

  private static func superblock(at path: BytePath, _ device: UInt64) -> ExtSuperblock? {
    // The path is the mount's word; anything can be there by now, and to open it could do something.
    guard isDevice(device, at: path), let descriptor = try? Descriptor.open(path.bytes, [.nonBlocking]) else {
      return nil
    }
    defer { descriptor.close() }
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0, isDevice(device, status) else { return nil }
    var block = [UInt8](repeating: 0, count: ExtSuperblock.length)
    let count = unsafe block.withUnsafeMutableBytes {
      unsafe pread(descriptor.rawValue, $0.baseAddress, $0.count, off_t(ExtSuperblock.offset))
    }
    return count == block.count ? ExtSuperblock(block) : nil
  }

  private static func isDevice(_ device: UInt64, at path: BytePath) -> Bool {
    var status = stat()
    return unsafe path.bytes.withCString { unsafe stat($0, &status) } == 0 && isDevice(device, status)
  }

  private static func isDevice(_ device: UInt64, _ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFBLK && status.st_rdev == device
  }
}
