internal import CSystem
internal import Glibc

/// What an entry of a directory is. Only regular files and symbolic links have apparent bytes.
package enum FileKind: UInt8, Sendable, Codable {
  case regular, symbolicLink, directory, other

  /// The kind that a mode's upper bits give: in numbers, for Glibc's names of them are computed.
  init(mode: UInt32) {
    self =
      switch mode >> 12 & 0o17 {
      case 0o10: .regular
      case 0o12: .symbolicLink
      case 0o04: .directory
      default: .other
      }
  }
}

/// What stays the same when a file is renamed: the file system it lies on and its number there.
package struct FileIdentity: Hashable, Sendable, Codable {
  package var device: UInt64
  package var inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// What the kernel says about one file, in the units that it says it in.
package struct FileStatus: Hashable, Sendable {
  package var identity: FileIdentity
  package var kind: FileKind
  /// The names that the inode has on the whole file system.
  package var links: UInt32
  package var owner: UInt32
  /// The permission bits.
  package var permissions: UInt16
  /// `st_size` in bytes, never below 0.
  package var sizeBytes: UInt64
  /// `st_blocks`: units of 512 bytes.
  package var blocks: UInt64
  /// The later of the last read and the last modification, in seconds since 1970.
  package var lastUse: Int64
  /// The last change of the inode, in seconds since 1970.
  package var changed: Int64

  package init(
    identity: FileIdentity, kind: FileKind, links: UInt32 = 1, owner: UInt32 = 0, permissions: UInt16 = 0o644,
    sizeBytes: UInt64 = 0, blocks: UInt64 = 0, lastUse: Int64 = 0, changed: Int64 = 0
  ) {
    self.identity = identity
    self.kind = kind
    self.links = links
    self.owner = owner
    self.permissions = permissions
    self.sizeBytes = sizeBytes
    self.blocks = blocks
    self.lastUse = lastUse
    self.changed = changed
  }

  init(_ raw: csystem_status) {
    identity = FileIdentity(device: raw.device, inode: raw.inode)
    kind = FileKind(mode: raw.mode)
    links = raw.links
    owner = raw.owner
    permissions = UInt16(raw.mode & 0o7777)
    sizeBytes = UInt64(max(0, raw.size))
    blocks = UInt64(max(0, raw.blocks))
    lastUse = max(raw.accessed, raw.modified)
    changed = raw.changed
  }
}

extension FileIdentity {
  /// No file's.
  package static let unknown = FileIdentity(device: 0, inode: 0)
}

extension FileStatus {
  /// Stands for a directory that was seen in a listing, before anything is asked about it.
  package static let unexaminedDirectory = FileStatus(identity: .unknown, kind: .directory)

  @inlinable
  package var isDirectory: Bool { if case .directory = kind { true } else { false } }

  /// The bytes that the entry occupies on disk.
  package var allocatedBytes: UInt64 {
    let (bytes, overflow) = blocks.multipliedReportingOverflow(by: 512)
    return overflow ? .max : bytes
  }

  /// The length of a regular file's or a symbolic link's contents; 0 for everything else.
  package var apparentBytes: UInt64 {
    switch kind {
    case .regular, .symbolicLink: sizeBytes
    case .directory, .other: 0
    }
  }
}
