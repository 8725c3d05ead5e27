import CacheClearing
import Synchronization
import SystemCalls

/// The kernel's disk, on which some calls fail without being made, or on which something happens before one.
final class FaultyDisk: ClearingDisk {
  private let kernel = KernelClearingDisk()
  private let calls = Atomic<Int>(0)
  private let open = Monitor<Set<Int32>>([])
  private let first: Int
  private let count: Int
  private let reason: Errno
  private let interruption: (@Sendable () -> Void)?

  /// - Parameter position: the first call to fail; the first of all is 1.
  /// - Parameter count: how many calls fail from there on.
  /// - Parameter interruption: called before the first of them.
  init(
    failing position: Int, count: Int = 1, with reason: Errno = .inputOutput,
    _ interruption: (@Sendable () -> Void)? = nil
  ) {
    self.interruption = interruption
    first = position
    self.count = count
    self.reason = reason
  }

  var hasFailed: Bool { calls.load(ordering: .relaxed) >= first }
  /// Whether all descriptors that were opened here are closed.
  var isClosed: Bool { open.withLock(\.isEmpty) }

  private func step() throws(Errno) {
    let call = calls.add(1, ordering: .relaxed).newValue
    if call == first { interruption?() }
    if call >= first, call - first < count { throw reason }
  }

  private func opening(_ body: () throws(Errno) -> Descriptor) throws(Errno) -> Descriptor {
    try step()
    let descriptor = try body()
    open.withLock { _ = $0.insert(descriptor.rawValue) }
    return descriptor
  }

  func openDirectory(_ path: [UInt8], in directory: Descriptor) throws(Errno) -> Descriptor {
    try opening { () throws(Errno) in try kernel.openDirectory(path, in: directory) }
  }

  func openParent(of directory: Descriptor) throws(Errno) -> Descriptor {
    try opening { () throws(Errno) in try kernel.openParent(of: directory) }
  }

  func openEntry(_ name: [UInt8], in directory: Descriptor) throws(Errno) -> Descriptor {
    try opening { () throws(Errno) in try kernel.openEntry(name, in: directory) }
  }

  func openFile(_ name: [UInt8], in directory: Descriptor) throws(Errno) -> Descriptor {
    try opening { () throws(Errno) in try kernel.openFile(name, in: directory) }
  }

  func read(upTo limit: Int, from file: Descriptor, appendingTo bytes: inout [UInt8]) throws(Errno) -> Int {
    try step()
    return try kernel.read(upTo: limit, from: file, appendingTo: &bytes)
  }

  func close(_ descriptor: Descriptor) {
    open.withLock { _ = $0.remove(descriptor.rawValue) }
    kernel.close(descriptor)
  }

  func details(of descriptor: Descriptor) throws(Errno) -> FileDetails {
    try step()
    return try kernel.details(of: descriptor)
  }

  func details(of name: [UInt8], in directory: Descriptor) throws(Errno) -> FileDetails {
    try step()
    return try kernel.details(of: name, in: directory)
  }

  func seek(_ directory: Descriptor, to position: Int64) throws(Errno) {
    try step()
    try kernel.seek(directory, to: position)
  }

  func readNames(from directory: Descriptor, into block: inout NameBlock) throws(Errno) -> Bool {
    try step()
    return try kernel.readNames(from: directory, into: &block)
  }

  func probeLock(of directory: Descriptor) throws(Errno) {
    try step()
    try kernel.probeLock(of: directory)
  }

  func removeFile(_ name: [UInt8], in directory: Descriptor) throws(Errno) {
    try step()
    try kernel.removeFile(name, in: directory)
  }

  func removeDirectory(_ name: [UInt8], in directory: Descriptor) throws(Errno) {
    try step()
    try kernel.removeDirectory(name, in: directory)
  }

  func makeDirectory(_ name: [UInt8], in directory: Descriptor) throws(Errno) {
    try step()
    try kernel.makeDirectory(name, in: directory)
  }

  func move(
    _ name: [UInt8], in directory: Descriptor, to other: Descriptor, as newName: [UInt8]
  ) throws(Errno) {
    try step()
    try kernel.move(name, in: directory, to: other, as: newName)
  }

  func space(of directory: Descriptor) throws(Errno) -> FileSystemSpace {
    try step()
    return try kernel.space(of: directory)
  }

  /// Reading all of `/proc` thousands of times would take minutes.
  func heldFiles(below root: BytePath) -> HeldFiles? { HeldFiles() }
}
