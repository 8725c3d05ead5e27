internal import CSystem
internal import Glibc

/// What tells an entry from one that took its place: a number is given out again when a file is gone, but not with the
/// same time of birth.
package struct EntryIdentity: Hashable, Sendable, Codable {
  package var file: FileIdentity
  package var kind: FileKind
  /// Nil where the file system does not keep it.
  package var born: FileTime?

  package init(file: FileIdentity, kind: FileKind, born: FileTime? = nil) {
    self.file = file
    self.kind = kind
    self.born = born
  }
}

/// All that the kernel says about one entry, for those who are about to delete it.
package struct FileDetails: Hashable, Sendable {
  package var identity: EntryIdentity
  /// The names that the inode has on the whole file system.
  package var links: UInt32
  package var owner: UInt32
  /// The permission bits.
  package var permissions: UInt16
  package var sizeBytes: UInt64
  /// Units of 512 bytes.
  package var blocks: UInt64
  package var accessed: FileTime
  package var modified: FileTime
  /// The last change of the inode itself.
  package var changed: FileTime
  /// Whether something is mounted here. Bind mounts count, of files too.
  package var isMountRoot: Bool
  package var isImmutable: Bool
  package var isAppendOnly: Bool

  package init(
    identity: EntryIdentity, links: UInt32 = 1, owner: UInt32 = 0, permissions: UInt16 = 0o644, sizeBytes: UInt64 = 0,
    blocks: UInt64 = 0, accessed: FileTime = .init(seconds: 0), modified: FileTime = .init(seconds: 0),
    changed: FileTime = .init(seconds: 0), isMountRoot: Bool = false, isImmutable: Bool = false,
    isAppendOnly: Bool = false
  ) {
    self.identity = identity
    self.links = links
    self.owner = owner
    self.permissions = permissions
    self.sizeBytes = sizeBytes
    self.blocks = blocks
    self.accessed = accessed
    self.modified = modified
    self.changed = changed
    self.isMountRoot = isMountRoot
    self.isImmutable = isImmutable
    self.isAppendOnly = isAppendOnly
  }

  init(_ raw: csystem_details) {
    self.init(
      identity: EntryIdentity(
        file: FileIdentity(device: raw.device, inode: raw.inode), kind: FileKind(mode: raw.mode),
        born: raw.has_born ? FileTime(raw.born) : nil),
      links: raw.links, owner: raw.owner, permissions: UInt16(raw.mode & 0o7777), sizeBytes: raw.size,
      blocks: raw.blocks, accessed: FileTime(raw.accessed), modified: FileTime(raw.modified),
      changed: FileTime(raw.changed), isMountRoot: raw.is_mount_root, isImmutable: raw.is_immutable,
      isAppendOnly: raw.is_append_only)
  }
}

extension FileDetails {
  package var kind: FileKind { identity.kind }

  /// The bytes that the entry occupies on disk.
  package var allocatedBytes: UInt64 {
    let (bytes, overflow) = blocks.multipliedReportingOverflow(by: 512)
    return overflow ? .max : bytes
  }

  /// The later of the last read and the last modification.
  package var lastUse: FileTime { max(accessed, modified) }

  /// When the entry got where it is, at the latest: what was just unpacked keeps an old modification time.
  package var arrived: FileTime { max(changed, identity.born ?? changed) }
}

extension Descriptor {
  /// What the kernel says about the open file itself.
  package func details() throws(Errno) -> FileDetails {
    try details([], flags: csystem_AT_EMPTY_PATH)
  }

  /// What the kernel says about a name in this directory; a symbolic link is not followed, nothing is mounted by asking.
  package func details(of name: borrowing ByteString) throws(Errno) -> FileDetails {
    try details(name, flags: 0)
  }

  private func details(_ name: borrowing ByteString, flags: Int32) throws(Errno) -> FileDetails {
    var raw = csystem_details()
    try unsafe name.withCString { (name) throws(Errno) in
      _ = try retryingInterrupts { Int(unsafe csystem_statx(rawValue, name, flags, &raw)) }
    }
    return FileDetails(raw)
  }
}
