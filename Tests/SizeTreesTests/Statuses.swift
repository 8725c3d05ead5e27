import SystemCalls

/// What the kernel would say about files of these tests. All lie on device 7.
extension FileStatus {
  static func file(
    _ inode: UInt64, bytes: UInt64 = 0, blocks: UInt64 = 0, links: UInt32 = 1, kind: FileKind = .regular
  ) -> FileStatus {
    FileStatus(
      identity: FileIdentity(device: 7, inode: inode), kind: kind, links: links, sizeBytes: bytes, blocks: blocks)
  }

  static func directory(_ inode: UInt64, bytes: UInt64 = 4096, blocks: UInt64 = 8) -> FileStatus {
    FileStatus(
      identity: FileIdentity(device: 7, inode: inode), kind: .directory, links: 2, sizeBytes: bytes, blocks: blocks)
  }
}
