internal import CSystem

/// What kind of file system a directory lies on, and what that means for events and for writeback.
package struct FileSystemKind: Hashable, Sendable {
  /// The number that `statfs` gives.
  package let magic: UInt64

  /// Whether every change shows up as an event: not where another machine, a server process or the kernel itself
  /// changes files behind the directory.
  package let reportsEvents: Bool
  /// Whether space set aside for a growing file is given back only minutes later.
  package let trimsMinutesLater: Bool
  /// Whether a listing shows what is there when it is read, also what came after the directory was opened.
  package let listsAsRead: Bool
  /// Whether the first write to a file can replace every directory above it: no event tells of that.
  package let copiesUp: Bool

  package init(magic: UInt64) {
    self.magic = magic
    // Asked for every directory of a scan: names are compared here, once.
    let name = Self.name(of: magic)
    reportsEvents = !Self.withoutEvents.contains(name)
    trimsMinutesLater = name == "xfs"
    listsAsRead = name == "ext4" || name == "xfs"
    copiesUp = name == "overlay"
  }

  package init(of descriptor: Descriptor) throws(Errno) {
    let magic = csystem_filesystem_magic(descriptor.rawValue)
    guard magic != -1 else { throw Errno.current }
    self.init(magic: UInt64(bitPattern: magic))
  }

  /// The name that `mount` would show, or the number where it is not known.
  package var name: String { Self.name(of: magic) }

  private static let withoutEvents: Set<String> = [
    "fuse", "nfs", "cifs", "9p", "smb", "ceph", "afs", "gfs2", "ocfs2", "lustre", "vboxsf", "vmhgfs", "proc", "sysfs",
    "cgroup", "cgroup2", "debugfs", "tracefs",
  ]

  private static func name(of magic: UInt64) -> String {
    switch magic {
    case 0xEF53: "ext4"
    case 0x5846_5342: "xfs"
    case 0x9123_683E: "btrfs"
    case 0x0102_1994: "tmpfs"
    case 0x794C_7630: "overlay"
    case 0xF2F5_2010: "f2fs"
    case 0x2FC1_2FC1: "zfs"
    case 0xCA45_1A4E: "bcachefs"
    case 0x8584_58F6: "ramfs"
    case 0x6573_5546: "fuse"
    case 0x6969: "nfs"
    case 0xFF53_4D42, 0xFE53_4D42: "cifs"
    case 0x0102_1997: "9p"
    case 0x517B: "smb"
    case 0x00C3_6400: "ceph"
    case 0x5346_414F: "afs"
    case 0x9FA0: "proc"
    case 0x6265_6572: "sysfs"
    case 0x6367_7270: "cgroup2"
    case 0x0027_E0EB: "cgroup"
    case 0x6462_6720: "debugfs"
    case 0x7472_6163: "tracefs"
    case 0x1CD1: "devpts"
    case 0x7371_7368: "squashfs"
    case 0x4D44: "vfat"
    case 0x0116_1970: "gfs2"
    case 0x7461_636F: "ocfs2"
    case 0x0BD0_0BD3: "lustre"
    case 0x786F_4256: "vboxsf"
    case 0xBACB_ACBC: "vmhgfs"
    case 0x2011_BAB0: "exfat"
    default: "0x" + String(magic, radix: 16)
    }
  }
}
