internal import CTestSupport
internal import Glibc
internal import SystemCalls

/// A file that a workload holds open. Its name may be gone, or belong to another file.
final class WorkFile {
  enum Access {
    case existing, creating, truncating
    /// No name yet: `O_TMPFILE`.
    case unnamed

    var flags: Int32 {
      switch self {
      case .existing: O_RDWR
      case .creating: O_RDWR | O_CREAT
      case .truncating: O_RDWR | O_CREAT | O_TRUNC
      case .unnamed: O_RDWR | ctest_O_TMPFILE
      }
    }
  }

  private let descriptor: Int32

  init(_ name: [UInt8], in directory: WorkDirectory, _ access: Access) throws(Errno) {
    // A FIFO would wait for its other end.
    let flags =
      access.flags | O_NONBLOCK | O_CLOEXEC | (access.flags == Access.unnamed.flags ? 0 : O_NOFOLLOW)
    descriptor = BytePath(bytes: name).withCString { ctest_open(directory.descriptor, $0, flags, 0o644) }
    guard descriptor >= 0 else { throw Errno.current }
  }

  deinit { close(descriptor) }

  var size: Int {
    get throws(Errno) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw Errno.current }
      return Int(status.st_size)
    }
  }

  func write(_ count: Int, at offset: Int) throws(Errno) {
    let bytes = Self.contents(count)
    var written = 0
    while written < count {
      let step = bytes[written...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, offset + written)
      }
      guard step > 0 else { throw Errno.current }
      written += step
    }
  }

  func truncate(to size: Int) throws(Errno) {
    guard ftruncate(descriptor, size) == 0 else { throw Errno.current }
  }

  func allocate(_ mode: Int32, at offset: Int, count: Int) throws(Errno) {
    guard ctest_fallocate(descriptor, mode, Int64(offset), Int64(count)) == 0 else { throw Errno.current }
  }

  /// Gives the file an attribute that is large enough to need a block of its own on ext4.
  func setAttribute(_ count: Int) throws(Errno) {
    let value = Self.contents(count)
    guard ctest_fsetxattr(descriptor, "user.cachewatch", value, count) == 0 else { throw Errno.current }
  }

  func removeAttribute() throws(Errno) {
    guard ctest_fremovexattr(descriptor, "user.cachewatch") == 0 else { throw Errno.current }
  }

  /// Stores through a shared mapping; the file has to reach as far.
  func store(_ count: Int, at offset: Int) throws(Errno) {
    guard ctest_store_through_mapping(descriptor, Int64(offset), count) == 0 else { throw Errno.current }
  }

  func writeAsynchronously(_ count: Int, at offset: Int) throws(Errno) {
    let bytes = Self.contents(count)
    var written = 0
    while written < count {
      // tmpfs and Btrfs write large requests in pieces.
      let step = bytes[written...].withUnsafeBytes {
        ctest_aio_write(descriptor, $0.baseAddress, $0.count, Int64(offset + written))
      }
      guard step > 0 else { throw Errno.current }
      written += step
    }
  }

  /// Gives a file without a name its first one.
  func link(to place: WorkDirectory, as name: [UInt8]) throws(Errno) {
    let result = BytePath(bytes: name).withCString { ctest_link_descriptor(descriptor, place.descriptor, $0) }
    guard result == 0 else { throw Errno.current }
  }

  private static func contents(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x5A, count: count) }
}
