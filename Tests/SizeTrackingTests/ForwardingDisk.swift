import SystemCalls

@testable import SizeTracking

/// A disk that is a machine's, but for what a test has it do otherwise.
protocol ForwardingDisk: Disk {
  var machine: FakeMachine { get }
}

extension ForwardingDisk {
  func open(_ path: BytePath) throws(Errno) -> OpenDirectory { try machine.open(path) }

  func open(_ name: [UInt8], in directory: OpenDirectory) throws(Errno) -> OpenDirectory {
    try machine.open(name, in: directory)
  }

  func openEntry(_ name: [UInt8], in directory: OpenDirectory) throws(Errno) -> OpenDirectory {
    try machine.openEntry(name, in: directory)
  }

  func status(of directory: OpenDirectory) throws(Errno) -> FileStatus { try machine.status(of: directory) }

  func status(of name: [UInt8], in directory: OpenDirectory) throws(Errno) -> FileStatus {
    try machine.status(of: name, in: directory)
  }

  func rewind(_ directory: OpenDirectory) throws(Errno) { try machine.rewind(directory) }

  func readNames(from directory: OpenDirectory, into block: inout NameBlock) throws(Errno) -> Bool {
    try machine.readNames(from: directory, into: &block)
  }

  func statuses(
    of block: NameBlock, in directory: OpenDirectory, leavingOutDirectories: Bool,
    _ body: (_ name: Span<UInt8>, _ status: Result<FileStatus, Errno>) -> Void
  ) {
    machine.statuses(of: block, in: directory, leavingOutDirectories: leavingOutDirectories, body)
  }

  func fileSystem(of directory: OpenDirectory) throws(Errno) -> FileSystemKind {
    try machine.fileSystem(of: directory)
  }

  func synchronizeFileSystem(of directory: OpenDirectory) throws(Errno) {
    try machine.synchronizeFileSystem(of: directory)
  }

  func mounts() throws(Errno) -> MountTable { try machine.mounts() }
}
