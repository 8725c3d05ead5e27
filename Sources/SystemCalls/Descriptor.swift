internal import CSystem
internal import Glibc

/// How a directory or file is opened. Every descriptor is closed on exec.
package struct OpenFlags: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let directory = OpenFlags(rawValue: O_DIRECTORY)
  /// The last component is not followed when it is a symbolic link.
  package static let noFollow = OpenFlags(rawValue: O_NOFOLLOW)
  /// The descriptor stands for the place only: no permission to read is needed.
  package static let pathOnly = OpenFlags(rawValue: csystem_O_PATH)
  package static let nonBlocking = OpenFlags(rawValue: O_NONBLOCK)
}

/// An open file's number, used without owning it.
package struct Descriptor: Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Stands for the working directory in calls that take a directory.
  package static let workingDirectory = Descriptor(rawValue: AT_FDCWD)

  /// Opens for reading.
  package static func open(
    _ path: borrowing ByteString, in directory: Descriptor = .workingDirectory, _ flags: OpenFlags
  ) throws(Errno) -> Descriptor {
    let number = try unsafe path.withCString { (name) throws(Errno) in
      try retryingInterrupts { Int(unsafe csystem_open(directory.rawValue, name, flags.rawValue)) }
    }
    return Descriptor(rawValue: Int32(number))
  }

  package func close() {
    // On Linux the number is free again even when close reports EINTR: it must not be tried twice.
    _ = Glibc.close(rawValue)
  }

  /// The status of the open file itself.
  package func status() throws(Errno) -> FileStatus {
    try Self.status(self, path: [], flags: csystem_AT_EMPTY_PATH)
  }

  /// The status of a name in this directory; a symbolic link is not followed.
  package func status(of name: borrowing ByteString) throws(Errno) -> FileStatus {
    try Self.status(self, path: name, flags: AT_SYMLINK_NOFOLLOW)
  }

  /// The status of what a path leads to; symbolic links are followed.
  package static func statusFollowing(_ path: borrowing ByteString) throws(Errno) -> FileStatus {
    try status(.workingDirectory, path: path, flags: 0)
  }

  private static func status(
    _ directory: Descriptor, path: borrowing ByteString, flags: Int32
  ) throws(Errno) -> FileStatus {
    var raw = csystem_status()
    try unsafe path.withCString { (name) throws(Errno) in
      _ = try retryingInterrupts { Int(unsafe csystem_fstatat(directory.rawValue, name, flags, &raw)) }
    }
    return FileStatus(raw)
  }

  /// Writes the file system's dirty data to its disk.
  package func synchronizeFileSystem() throws(Errno) {
    _ = try retryingInterrupts { Int(csystem_syncfs(rawValue)) }
  }

  /// Makes this directory the working directory of the calling thread (or process).
  package func makeWorkingDirectory() throws(Errno) {
    _ = try retryingInterrupts { Int(fchdir(rawValue)) }
  }

  /// What a symbolic link in this directory says.
  package func readLink(_ name: borrowing ByteString) throws(Errno) -> [UInt8] {
    var target = [CChar](repeating: 0, count: 4096)
    let capacity = target.count
    let count = try unsafe name.withCString { (name) throws(Errno) in
      try retryingInterrupts { unsafe readlinkat(rawValue, name, &target, capacity) }
    }
    return target[..<count].map(UInt8.init(bitPattern:))
  }

  /// A file in memory that has no name anywhere.
  package static func memoryFile(named name: String) throws(Errno) -> Descriptor {
    let number = try retryingInterrupts { Int(unsafe csystem_memfd(name)) }
    return Descriptor(rawValue: Int32(number))
  }
}
