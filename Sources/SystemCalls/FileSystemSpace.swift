internal import Glibc

/// How much room a file system has.
package struct FileSystemSpace: Hashable, Sendable {
  package var totalBytes: UInt64
  /// What users other than root can still fill.
  package var freeBytes: UInt64
  package var isReadOnly: Bool
  /// Whether reading a file leaves its mark: not on a mount that is `noatime` or read-only.
  package var keepsAccessTimes: Bool

  /// `ST_NOATIME`, which the C library shows to those who ask for its extensions only.
  private static let noAccessTimes = 1024

  package init(of path: BytePath) throws(Errno) {
    var raw = statvfs()
    _ = try unsafe path.bytes.withCString { (path) throws(Errno) in
      try retryingInterrupts { Int(unsafe statvfs(path, &raw)) }
    }
    self.init(raw)
  }

  /// The room on the file system of an open file.
  package init(of descriptor: Descriptor) throws(Errno) {
    var raw = statvfs()
    _ = try retryingInterrupts { Int(unsafe fstatvfs(descriptor.rawValue, &raw)) }
    self.init(raw)
  }

  private init(_ raw: statvfs) {
    totalBytes = Self.product(raw.f_blocks, raw.f_frsize)
    freeBytes = Self.product(raw.f_bavail, raw.f_frsize)
    isReadOnly = raw.f_flag & UInt(ST_RDONLY) != 0
    keepsAccessTimes = !isReadOnly && raw.f_flag & UInt(Self.noAccessTimes) == 0
  }

  private static func product(_ blocks: UInt, _ size: UInt) -> UInt64 {
    let (bytes, overflow) = UInt64(blocks).multipliedReportingOverflow(by: UInt64(size))
    return overflow ? .max : bytes
  }
}
