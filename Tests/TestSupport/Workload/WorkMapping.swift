internal import Glibc
package import SystemCalls

/// The start of a file as memory. The file may be closed meanwhile.
package final class WorkMapping {
  private let address: UnsafeMutableRawPointer
  private let count: Int
  private var isMapped = true

  package init(_ file: WorkFile, _ count: Int) throws(Errno) {
    guard let address = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor, 0),
      address != UnsafeMutableRawPointer(bitPattern: -1)
    else { throw Errno.current }
    self.address = address
    self.count = count
  }

  deinit { unmap() }

  /// Stores a byte in every page.
  package func store() {
    for offset in stride(from: 0, to: count, by: 4096) {
      address.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
    }
  }

  /// Waits until what was stored is in the file: a FUSE server hears of it only then.
  package func synchronize() throws(Errno) {
    guard msync(address, count, MS_SYNC) == 0 else { throw Errno.current }
  }

  /// Makes a hole of the mapped range.
  package func punchHole() throws(Errno) {
    guard madvise(address, count, MADV_REMOVE) == 0 else { throw Errno.current }
  }

  /// Ends the mapping; before, it lives at least until here.
  package func unmap() {
    if isMapped { munmap(address, count) }
    isMapped = false
  }
}
