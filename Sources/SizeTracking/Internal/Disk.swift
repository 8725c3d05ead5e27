package import SystemCalls

/// What the disk says: the kernel, or a test's imitation of it.
package protocol Disk: Sendable {
  /// Opens a directory by its absolute path; its last component may not be a symbolic link.
  func open(_ path: BytePath) throws(Errno) -> OpenDirectory
  /// Opens a directory by its name, or by a path shorter than PATH_MAX, in another.
  func open(_ name: [UInt8], in directory: OpenDirectory) throws(Errno) -> OpenDirectory
  /// Opens whatever has a name, neither to be read nor followed: only to be watched, and asked for its status.
  func openEntry(_ name: [UInt8], in directory: OpenDirectory) throws(Errno) -> OpenDirectory
  func status(of directory: OpenDirectory) throws(Errno) -> FileStatus
  /// A symbolic link is not followed.
  func status(of name: [UInt8], in directory: OpenDirectory) throws(Errno) -> FileStatus
  /// Has the next reading begin with the first name, and take in all that is there now.
  func rewind(_ directory: OpenDirectory) throws(Errno)
  /// Reads the next few hundred names. False at the end of the directory.
  func readNames(from directory: OpenDirectory, into block: inout NameBlock) throws(Errno) -> Bool
  /// Calls with each name and what is there now.
  /// - Parameter leavingOutDirectories: does not ask about directories that the listing tells from files: their status
  ///   is `unexaminedDirectory`.
  func statuses(
    of block: NameBlock, in directory: OpenDirectory, leavingOutDirectories: Bool,
    _ body: (_ name: Span<UInt8>, _ status: Result<FileStatus, Errno>) -> Void)
  func fileSystem(of directory: OpenDirectory) throws(Errno) -> FileSystemKind
  /// Writes back everything dirty on the directory's file system.
  func synchronizeFileSystem(of directory: OpenDirectory) throws(Errno)
  /// The mounts that the process sees now.
  func mounts() throws(Errno) -> MountTable
}

/// The kernel's answers.
package struct KernelDisk: Disk {
  package init() {}

  private static let flags: OpenFlags = [.directory, .noFollow, .nonBlocking]

  package func open(_ path: BytePath) throws(Errno) -> OpenDirectory {
    OpenDirectory(try Descriptor.open(path.bytes, Self.flags)) { $0.close() }
  }

  package func open(_ name: [UInt8], in directory: OpenDirectory) throws(Errno) -> OpenDirectory {
    OpenDirectory(try Descriptor.open(name, in: directory.descriptor, Self.flags)) { $0.close() }
  }

  package func openEntry(_ name: [UInt8], in directory: OpenDirectory) throws(Errno) -> OpenDirectory {
    OpenDirectory(try Descriptor.open(name, in: directory.descriptor, [.pathOnly, .noFollow])) { $0.close() }
  }

  package func status(of directory: OpenDirectory) throws(Errno) -> FileStatus {
    try directory.descriptor.status()
  }

  package func status(of name: [UInt8], in directory: OpenDirectory) throws(Errno) -> FileStatus {
    try directory.descriptor.status(of: name)
  }

  package func rewind(_ directory: OpenDirectory) throws(Errno) {
    try directory.descriptor.rewind()
  }

  package func readNames(from directory: OpenDirectory, into block: inout NameBlock) throws(Errno) -> Bool {
    try directory.descriptor.readNames(into: &block)
  }

  package func statuses(
    of block: NameBlock, in directory: OpenDirectory, leavingOutDirectories: Bool,
    _ body: (_ name: Span<UInt8>, _ status: Result<FileStatus, Errno>) -> Void
  ) {
    directory.descriptor.statuses(of: block, leavingOutDirectories: leavingOutDirectories, body)
  }

  package func fileSystem(of directory: OpenDirectory) throws(Errno) -> FileSystemKind {
    try FileSystemKind(of: directory.descriptor)
  }

  package func synchronizeFileSystem(of directory: OpenDirectory) throws(Errno) {
    try directory.descriptor.synchronizeFileSystem()
  }

  package func mounts() throws(Errno) -> MountTable {
    try MountTable.current()
  }
}
