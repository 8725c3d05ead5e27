internal import CSystem
internal import Glibc

/// The entries of an open directory, in the kernel's order, a buffer at a time.
@safe
package struct DirectoryReader: ~Copyable {
  private let descriptor: Descriptor
  private let buffer: UnsafeMutableRawPointer
  private static let capacity = 64 * 1024

  /// Reads from a descriptor that the caller opened for reading and closes.
  package init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    unsafe buffer = .allocate(byteCount: Self.capacity, alignment: 8)
  }

  deinit {
    unsafe buffer.deallocate()
  }

  /// Reads the next buffer of entries and calls with each name (without `.` and `..`) and inode number.
  ///
  /// The number of a mount point is the one of the directory that it covers.
  /// - Returns: false at the end of the directory.
  package func next(_ body: (_ name: UnsafePointer<CChar>, _ inode: UInt64) -> Void) throws(Errno) -> Bool {
    let count = try retryingInterrupts {
      unsafe csystem_getdents(descriptor.rawValue, buffer, Self.capacity)
    }
    var offset = 0
    while offset < count {
      // struct linux_dirent64: inode (8 bytes), offset (8), record length (2), type (1), name.
      let record = unsafe buffer + offset
      let inode = unsafe record.loadUnaligned(as: UInt64.self)
      let name = unsafe (record + 19).assumingMemoryBound(to: CChar.self)
      offset += Int(unsafe record.loadUnaligned(fromByteOffset: 16, as: UInt16.self))
      if unsafe isSelfOrParent(name) { continue }
      unsafe body(name, inode)
    }
    return count > 0
  }

  @inline(__always)
  private func isSelfOrParent(_ name: UnsafePointer<CChar>) -> Bool {
    let dot = CChar(bitPattern: UInt8(ascii: "."))
    guard unsafe name[0] == dot else { return false }
    return unsafe name[1] == 0 || (name[1] == dot && name[2] == 0)
  }
}
