import Synchronization
import SystemCalls

@testable import SizeTracking

/// A disk on which something happens between two calls of the tracker; also between opening a directory and watching it,
/// which is no call to the disk.
final class InterruptedDisk: ForwardingDisk {
  let machine: FakeMachine
  private let calls = Atomic<Int>(0)
  private let position: Int
  private let interruption: @Sendable () -> Void

  /// - Parameter position: The call before which it happens; the first is 1.
  init(_ machine: FakeMachine, before position: Int, _ interruption: @escaping @Sendable () -> Void) {
    self.machine = machine
    self.position = position
    self.interruption = interruption
  }

  var callCount: Int { calls.load(ordering: .relaxed) }
  var wasInterrupted: Bool { callCount >= position }

  private func step() {
    if calls.add(1, ordering: .relaxed).newValue == position { interruption() }
  }

  func open(_ path: BytePath) throws(Errno) -> OpenDirectory {
    step()
    let directory = try machine.open(path)
    step()
    return directory
  }

  func open(_ name: [UInt8], in directory: OpenDirectory) throws(Errno) -> OpenDirectory {
    step()
    let opened = try machine.open(name, in: directory)
    step()
    return opened
  }

  func openEntry(_ name: [UInt8], in directory: OpenDirectory) throws(Errno) -> OpenDirectory {
    step()
    return try machine.openEntry(name, in: directory)
  }

  func status(of directory: OpenDirectory) throws(Errno) -> FileStatus {
    step()
    return try machine.status(of: directory)
  }

  func status(of name: [UInt8], in directory: OpenDirectory) throws(Errno) -> FileStatus {
    step()
    return try machine.status(of: name, in: directory)
  }

  func rewind(_ directory: OpenDirectory) throws(Errno) {
    step()
    try machine.rewind(directory)
  }

  func readNames(from directory: OpenDirectory, into block: inout NameBlock) throws(Errno) -> Bool {
    step()
    return try machine.readNames(from: directory, into: &block)
  }

  func statuses(
    of block: NameBlock, in directory: OpenDirectory, leavingOutDirectories: Bool,
    _ body: (_ name: Span<UInt8>, _ status: Result<FileStatus, Errno>) -> Void
  ) {
    for name in block.names {
      let name = block.bytes(of: name)
      if leavingOutDirectories, machine.isDirectory(name, in: directory) {
        body(name.span, .success(.unexaminedDirectory))
        continue
      }
      do throws(Errno) {
        body(name.span, .success(try status(of: name, in: directory)))
      } catch {
        body(name.span, .failure(error))
      }
    }
  }

  func mounts() throws(Errno) -> MountTable {
    step()
    return try machine.mounts()
  }
}
