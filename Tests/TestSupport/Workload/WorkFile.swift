internal import CTestSupport
internal import Glibc
package import SystemCalls

/// A file that a workload or a test holds open. Its name may be gone, or belong to another file.
package final class WorkFile {
  package enum Access {
    case existing, creating, truncating
    case reading
    /// Past the page cache: offsets and counts are multiples of 4096.
    case direct
    /// No name yet: `O_TMPFILE`.
    case unnamed

    var flags: Int32 {
      switch self {
      case .existing: O_RDWR
      case .reading: O_RDONLY
      case .direct: O_RDWR | O_CREAT | ctest_O_DIRECT
      case .creating: O_RDWR | O_CREAT
      case .truncating: O_RDWR | O_CREAT | O_TRUNC
      case .unnamed: O_RDWR | ctest_O_TMPFILE
      }
    }
  }

  package private(set) var descriptor: Int32

  package init(_ name: [UInt8], in directory: WorkDirectory, _ access: Access) throws(Errno) {
    // A FIFO would wait for its other end.
    let flags =
      access.flags | O_NONBLOCK | O_CLOEXEC | (access.flags == Access.unnamed.flags ? 0 : O_NOFOLLOW)
    descriptor = BytePath(bytes: name).withCString { ctest_open(directory.descriptor, $0, flags, 0o644) }
    guard descriptor >= 0 else { throw Errno.current }
  }

  deinit { close() }

  /// Closes the file now; before, it stays open at least until here.
  package func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  package var size: Int {
    get throws(Errno) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw Errno.current }
      return Int(status.st_size)
    }
  }

  package func write(_ count: Int, at offset: Int) throws(Errno) {
    let isDone = Self.withAlignedContents(count) { (bytes) in
      var written = 0
      while written < count {
        let step = pwrite(descriptor, bytes + written, count - written, offset + written)
        guard step > 0 else { return false }
        written += step
      }
      return true
    }
    guard isDone else { throw Errno.current }
  }

  package func truncate(to size: Int) throws(Errno) {
    guard ftruncate(descriptor, size) == 0 else { throw Errno.current }
  }

  package func allocate(_ mode: Int32, at offset: Int, count: Int) throws(Errno) {
    guard ctest_fallocate(descriptor, mode, Int64(offset), Int64(count)) == 0 else { throw Errno.current }
  }

  /// Gives the file an attribute that is large enough to need a block of its own on ext4.
  package func setAttribute(_ count: Int) throws(Errno) {
    let value = Self.contents(count)
    guard ctest_fsetxattr(descriptor, "user.cachewatch", value, count) == 0 else { throw Errno.current }
  }

  package func removeAttribute() throws(Errno) {
    guard ctest_fremovexattr(descriptor, "user.cachewatch") == 0 else { throw Errno.current }
  }

  /// Stores through a shared mapping; the file has to reach as far.
  package func store(_ count: Int, at offset: Int) throws(Errno) {
    guard ctest_store_through_mapping(descriptor, Int64(offset), count) == 0 else { throw Errno.current }
  }

  package func writeAsynchronously(_ count: Int, at offset: Int) throws(Errno) {
    var written = 0
    while written < count {
      // tmpfs and Btrfs write large requests in pieces.
      let rest = count - written
      let step = Self.withAlignedContents(rest) { ctest_aio_write(descriptor, $0, rest, Int64(offset + written)) }
      guard step > 0 else { throw Errno.current }
      written += step
    }
  }

  /// Gives a file without a name its first one.
  package func link(to place: WorkDirectory, as name: [UInt8]) throws(Errno) {
    let result = BytePath(bytes: name).withCString { ctest_link_descriptor(descriptor, place.descriptor, $0) }
    guard result == 0 else { throw Errno.current }
  }

  private static let filling: UInt8 = 0x5A

  /// Bytes that lie where direct I/O wants them.
  private static func withAlignedContents<Result>(_ count: Int, _ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 4096)
    defer { bytes.deallocate() }
    bytes.initializeMemory(as: UInt8.self, repeating: filling, count: count)
    return body(bytes)
  }

  static func contents(_ count: Int) -> [UInt8] { [UInt8](repeating: filling, count: count) }
}
