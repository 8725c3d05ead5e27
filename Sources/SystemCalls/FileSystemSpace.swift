internal import Glibc

/// How much room a file system has.
package struct FileSystemSpace: Hashable, Sendable {
  package var totalBytes: UInt64
  /// What users other than root can still fill.
  package var freeBytes: UInt64

  package init(of path: BytePath) throws(Errno) {
    var raw = statvfs()
    _ = try unsafe path.bytes.withCString { (path) throws(Errno) in
      try retryingInterrupts { Int(unsafe statvfs(path, &raw)) }
    }
    totalBytes = Self.product(raw.f_blocks, raw.f_frsize)
    freeBytes = Self.product(raw.f_bavail, raw.f_frsize)
  }

  private static func product(_ blocks: UInt, _ size: UInt) -> UInt64 {
    let (bytes, overflow) = UInt64(blocks).multipliedReportingOverflow(by: UInt64(size))
    return overflow ? .max : bytes
  }
}
