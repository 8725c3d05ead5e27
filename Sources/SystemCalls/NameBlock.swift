internal import CSystem
internal import Glibc

/// Some names of one directory, as read from it in one go.
package struct NameBlock: Sendable {
  package struct Name: Sendable {
    fileprivate var start: Int
    fileprivate var length: Int
    /// What the directory says that the entry is; nil where the file system does not keep it there.
    package fileprivate(set) var kind: FileKind?
    fileprivate var inode: UInt64
  }

  package private(set) var names: [Name] = []
  /// What the kernel wrote, with the names in it, each followed by a zero. Made once, and written to again and again.
  private var buffer: [UInt8] = []
  private var used = 0
  /// Where the listing goes on behind this block, also for another descriptor of the same directory.
  package private(set) var end: Int64 = 0

  private let capacity: Int

  /// - Parameter capacity: the bytes to read at a time; the usual ones hold a few hundred names.
  package init(capacity: Int = 32 * 1024) {
    self.capacity = capacity
  }

  /// Whether the directory may well have more names.
  package var isFull: Bool { used > capacity - 2 * 280 }

  /// Puts the names in the order of their inodes, in which most file systems store them.
  package mutating func sortByInode() {
    names.sort { $0.inode < $1.inode }
  }

  package mutating func removeAll() {
    names.removeAll(keepingCapacity: true)
    used = 0
  }

  /// Adds a name that does not come from the kernel.
  package mutating func append(_ name: [UInt8]) {
    buffer.removeSubrange(used...)
    names.append(Name(start: used, length: name.count, kind: nil, inode: 0))
    buffer.append(contentsOf: name)
    buffer.append(0)
    used = buffer.count
  }

  package func bytes(of name: Name) -> [UInt8] {
    Array(buffer[name.start..<name.start + name.length])
  }

  /// Calls with each name.
  package func forEach(_ body: (_ name: Span<UInt8>) -> Void) {
    let span = buffer.span
    for name in names { body(span.extracting(name.start..<name.start + name.length)) }
  }
}

extension FileKind {
  /// The type in a directory's record; nil where it says nothing.
  fileprivate init?(directoryEntryType type: UInt8) {
    guard Int(type) != DT_UNKNOWN else { return nil }
    // The kernel's types are the upper bits of the mode.
    self.init(mode: UInt32(type) << 12)
  }
}

extension Descriptor {
  /// Starts a directory's listing anew, with all that is in it now.
  package func rewind() throws(Errno) {
    try seek(to: 0)
  }

  /// Has a directory's listing go on where a block ended.
  package func seek(to position: Int64) throws(Errno) {
    // Positions are opaque: file systems use all 64 bits but the sign.
    _ = try retryingInterrupts { lseek(rawValue, Int(position), SEEK_SET) }
  }

  /// Reads the next names of a directory that was opened for reading, without `.` and `..`, in place of those in a block.
  /// - Returns: false at the end of the directory.
  package func readNames(into block: inout NameBlock) throws(Errno) -> Bool {
    block.removeAll()
    return try unsafe block.fill { (buffer) throws(Errno) in
      try retryingInterrupts { unsafe csystem_getdents(rawValue, buffer.baseAddress, buffer.count) }
    }
  }

  /// Calls with each name of a block and what the kernel says about it now; a symbolic link is not followed.
  /// - Parameter leavingOutDirectories: does not ask about what the listing says is a directory, for a caller who opens
  ///   each anyway: its status is `unexaminedDirectory`.
  package func statuses(
    of block: borrowing NameBlock, leavingOutDirectories: Bool = false,
    _ body: (_ name: Span<UInt8>, _ status: Result<FileStatus, Errno>) -> Void
  ) {
    unsafe block.forEachPointer { pointer, name, kind in
      if leavingOutDirectories, kind == .directory { return body(name, .success(.unexaminedDirectory)) }
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
  /// Has records written into the buffer, and finds the names in them.
  fileprivate mutating func fill(
    _ body: (UnsafeMutableRawBufferPointer) throws(Errno) -> Int
  ) throws(Errno) -> Bool {
    if buffer.count < capacity { buffer = [UInt8](repeating: 0, count: capacity) }
    let result = unsafe buffer.withUnsafeMutableBytes { bytes in
      Result { () throws(Errno) in try unsafe body(bytes) }
    }
    used = try result.get()
    findNames()
    return used > 0
  }

  /// The kernel's records: inode (8 bytes), offset (8), record length (2), type (1), name, zero, padding.
  private mutating func findNames() {
    let used = used
    unsafe buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var offset = 0
      while offset < used {
        let start = offset + 19
        let name = unsafe (base + start).assumingMemoryBound(to: CChar.self)
        let length = unsafe strlen(name)
        let kind = FileKind(directoryEntryType: unsafe bytes[offset + 18])
        let inode = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        end = unsafe bytes.loadUnaligned(fromByteOffset: offset + 8, as: Int64.self)
        offset += Int(unsafe bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt16.self))
        if unsafe isSelfOrParent(name, length) { continue }
        names.append(Name(start: start, length: length, kind: kind, inode: inode))
      }
    }
  }

  private func isSelfOrParent(_ name: UnsafePointer<CChar>, _ length: Int) -> Bool {
    let dot = CChar(bitPattern: UInt8(ascii: "."))
    return unsafe length <= 2 && name[0] == dot && (length == 1 || name[1] == dot)
  }

  fileprivate func forEachPointer(_ body: (UnsafePointer<CChar>, Span<UInt8>, FileKind?) -> Void) {
    let span = buffer.span
    unsafe buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for name in names {
        let pointer = unsafe (base + name.start).assumingMemoryBound(to: CChar.self)
        unsafe body(pointer, span.extracting(name.start..<name.start + name.length), name.kind)
      }
    }
  }
}
