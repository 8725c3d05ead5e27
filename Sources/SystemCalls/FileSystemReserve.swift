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
      let block = superblock(at: path, device), block.number(at: 0x38, bytes: 2) == 0xEF53,
      let name = path.lastComponent.map({ String(decoding: $0, as: UTF8.self) }),
      let kept = ProcFile.number(BytePath("/sys/fs/ext4/\(name)/reserved_clusters"))
    else { return nil }
    let reserved = block.number(at: 0x8, bytes: 4) | block.number(at: 0x154, bytes: 4) << 32
    let blockSize = UInt64(1024) << block.number(at: 0x18, bytes: 4)
    let clusterSize = UInt64(1024) << block.number(at: 0x1C, bytes: 4)
    let (bytes, overflow) = reserved.multipliedReportingOverflow(by: blockSize)
    return overflow ? nil : bytes + UInt64(max(0, kept)) * clusterSize
  }

  /// The path of a device that is mounted.
  private static func backing(of device: UInt64) -> BytePath? {
    let name = "\(csystem_device_major(device)):\(csystem_device_minor(device))"
    let mount = try? MountTable.current().mounts.first { $0.device == name }
    return try? mount?.backing.resolved()
  }

  private static func superblock(at path: BytePath, _ device: UInt64) -> [UInt8]? {
    guard let descriptor = try? Descriptor.open(path.bytes, [.nonBlocking]) else { return nil }
    defer { descriptor.close() }
    // The path is the mount's word; the device may have another one here.
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFBLK, status.st_rdev == device
    else { return nil }
    var block = [UInt8](repeating: 0, count: 1024)
    let count = unsafe block.withUnsafeMutableBytes {
      unsafe pread(descriptor.rawValue, $0.baseAddress, $0.count, 1024)
    }
    return count == 1024 ? block : nil
  }
}

extension [UInt8] {
  /// A number in the order of an ext file system's bytes: the lowest first.
  fileprivate func number(at offset: Int, bytes: Int) -> UInt64 {
    self[offset..<offset + bytes].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
