internal import CSystem
internal import Glibc

/// A few hundred names of one directory, as read from it in one go.
package struct NameBlock: Sendable {
  package struct Name: Sendable {
    fileprivate var start: Int
    fileprivate var length: Int
    /// The entry's inode number; for a mount point, the one of the directory that it covers.
    package var inode: UInt64
  }

  package private(set) var names: [Name] = []
  /// The names, each followed by a zero.
  private var bytes: [UInt8] = []

  package init() {}

  package mutating func removeAll() {
    names.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  package mutating func append(_ name: [UInt8], inode: UInt64) {
    names.append(Name(start: bytes.count, length: name.count, inode: inode))
    bytes.append(contentsOf: name)
    bytes.append(0)
  }

  package func bytes(of name: Name) -> [UInt8] {
    Array(bytes[name.start..<name.start + name.length])
  }

  /// Calls with each name and its inode number.
  package func forEach(_ body: (_ name: Span<UInt8>, _ inode: UInt64) -> Void) {
    let span = bytes.span
    for name in names { body(span.extracting(name.start..<name.start + name.length), name.inode) }
  }
}

extension Descriptor {
  private static let bufferSize = 32 * 1024

  /// Starts a directory's listing anew, with all that is in it now.
  package func rewind() throws(Errno) {
    _ = try retryingInterrupts { lseek(rawValue, 0, SEEK_SET) }
  }

  /// Reads the next names of a directory that was opened for reading, without `.` and `..`, into an empty block.
  /// - Returns: false at the end of the directory.
  package func readNames(into block: inout NameBlock) throws(Errno) -> Bool {
    block.removeAll()
    return try unsafe withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 8) {
      (buffer) throws(Errno) -> Bool in
      let count = try retryingInterrupts {
        unsafe csystem_getdents(rawValue, buffer.baseAddress, buffer.count)
      }
      unsafe block.append(records: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return count > 0
    }
  }

  /// Calls with each name of a block and what the kernel says about it now; a symbolic link is not followed.
  package func statuses(
    of block: borrowing NameBlock, _ body: (_ name: Span<UInt8>, _ status: Result<FileStatus, Errno>) -> Void
  ) {
    unsafe block.forEachPointer { pointer, name in
      var raw = csystem_status()
      do throws(Errno) {
        _ = try retryingInterrupts {
          Int(unsafe csystem_fstatat(rawValue, pointer, AT_SYMLINK_NOFOLLOW, &raw))
        }
        body(name, .success(FileStatus(raw)))
      } catch {
        body(name, .failure(error))
      }
    }
  }
}

extension NameBlock {
  /// Takes over the kernel's records: inode (8 bytes), offset (8), record length (2), type (1), name, padding.
  fileprivate mutating func append(records: UnsafeRawBufferPointer) {
    var offset = 0
    while offset < records.count {
      let inode = unsafe records.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let length = Int(unsafe records.loadUnaligned(fromByteOffset: offset + 16, as: UInt16.self))
      let record = unsafe records[(offset + 19)..<(offset + length)]
      offset += length
      // The name ends at a zero somewhere in the record's padding.
      let name = unsafe record.prefix { $0 != 0 }
      if unsafe name.isSelfOrParent { continue }
      names.append(Name(start: bytes.count, length: unsafe name.count, inode: inode))
      unsafe bytes.append(contentsOf: name)
      bytes.append(0)
    }
  }

  fileprivate func forEachPointer(_ body: (UnsafePointer<CChar>, Span<UInt8>) -> Void) {
    let span = bytes.span
    unsafe bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for name in names {
        let pointer = unsafe (base + name.start).assumingMemoryBound(to: CChar.self)
        unsafe body(pointer, span.extracting(name.start..<name.start + name.length))
      }
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var isSelfOrParent: Bool {
    guard unsafe first == UInt8(ascii: "."), unsafe count <= 2 else { return false }
    return unsafe count == 1 || self[startIndex + 1] == UInt8(ascii: ".")
  }
}
