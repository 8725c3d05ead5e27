internal import CTestSupport
internal import Glibc
package import SystemCalls

/// Ways for bytes to get into a file other than `write`.
extension WorkFile {
  /// Through a pipe, without a copy: at most what a pipe holds.
  package func splice(_ count: Int) throws(Errno) {
    var ends: [Int32] = [-1, -1]
    guard ctest_pipe(&ends) == 0 else { throw Errno.current }
    defer { ends.forEach { _ = Glibc.close($0) } }
    guard Glibc.write(ends[1], Self.contents(count), count) == count else { throw Errno.current }
    try demand(count, ctest_splice(ends[0], descriptor, count))
  }

  package func send(_ count: Int, from source: WorkFile) throws(Errno) {
    try demand(count, ctest_sendfile(descriptor, source.descriptor, count))
  }

  package func copy(_ count: Int, from source: WorkFile) throws(Errno) {
    try demand(count, ctest_copy_range(source.descriptor, descriptor, count))
  }

  package func writeThroughRing(_ count: Int, at offset: Int) throws(Errno) {
    try demand(count, ctest_ring_write(descriptor, Self.contents(count), count, Int64(offset)))
  }

  package func allocateThroughRing(_ count: Int, at offset: Int) throws(Errno) {
    try demand(0, ctest_ring_allocate(descriptor, Int64(offset), Int64(count)))
  }

  /// Takes over all of another file's blocks; both have them afterwards.
  package func clone(_ source: WorkFile) throws(Errno) {
    guard ctest_clone(descriptor, source.descriptor) == 0 else { throw Errno.current }
  }

  /// Takes over another file's blocks where both hold the same.
  /// - Returns: the bytes that were the same.
  package func shareEqualBlocks(_ count: Int, with source: WorkFile) throws(Errno) -> Int {
    let shared = ctest_deduplicate(source.descriptor, descriptor, UInt64(count))
    guard shared >= 0 else { throw Errno.current }
    return Int(shared)
  }

  package func writeZeros(_ count: Int, at offset: Int) throws(Errno) {
    try demand(count, pwrite(descriptor, [UInt8](repeating: 0, count: count), count, offset))
  }

  /// Waits until the file is on the disk.
  package func synchronize() throws(Errno) {
    guard fsync(descriptor) == 0 else { throw Errno.current }
  }

  private func demand(_ count: Int, _ result: Int) throws(Errno) {
    guard result == count else { throw result < 0 ? Errno.current : .inputOutput }
  }
}
