internal import CTestSupport
internal import Glibc
package import SystemCalls

/// A file as a block device. The kernel detaches it when this process closes it, however it ends.
package final class LoopDevice {
  private var descriptor: Int32

  package init(backedBy file: WorkFile) throws(Errno) {
    descriptor = ctest_attach_loop(file.descriptor)
    guard descriptor >= 0 else { throw Errno.current }
  }

  deinit { detach() }

  /// Where other programs find the device.
  package var path: BytePath {
    get throws(Errno) {
      let link = BytePath("/proc/self/fd/\(descriptor)")
      return BytePath(bytes: try Descriptor.workingDirectory.readLink(link.bytes))
    }
  }

  /// Writes so many bytes, through to the file behind the device.
  package func write(_ count: Int, at offset: Int) throws(Errno) {
    guard pwrite(descriptor, WorkFile.contents(count), count, offset) == count, fsync(descriptor) == 0 else {
      throw Errno.current
    }
  }

  package func discard(_ count: Int, at offset: Int) throws(Errno) {
    guard ctest_discard(descriptor, UInt64(offset), UInt64(count)) == 0 else { throw Errno.current }
  }

  package func detach() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
