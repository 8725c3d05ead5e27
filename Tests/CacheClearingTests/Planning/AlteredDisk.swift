import CacheClearing
import SystemCalls

/// The kernel's disk, with some of its answers changed.
struct AlteredDisk: ClearingDisk {
  private let kernel = KernelClearingDisk()
  /// Told what an entry is, says what the clearer is to believe.
  var alter: @Sendable (FileDetails) -> FileDetails = { $0 }
  /// The room on the file system; nil for the real one.
  var space: FileSystemSpace?
  /// What asking for a lock fails with.
  var lockFailure: Errno?
  /// Called before each block of names.
  var beforeReading: @Sendable () -> Void = {}
  /// Called with the name of each directory that is about to be opened by it.
  var beforeOpening: @Sendable ([UInt8]) -> Void = { _ in }
  /// Called before each directory's parent is opened.
  var beforeOpeningParent: @Sendable () -> Void = {}
  /// Called with each directory before it is asked for a lock.
  var beforeLocking: @Sendable (Descriptor) -> Void = { _ in }
  /// Called with the name of each file before it goes.
  var beforeRemoving: @Sendable ([UInt8]) -> Void = { _ in }

  func openDirectory(_ path: [UInt8], in directory: Descriptor) throws(Errno) -> Descriptor {
    beforeOpening(path)
    return try kernel.openDirectory(path, in: directory)
  }
  func openParent(of directory: Descriptor) throws(Errno) -> Descriptor {
    beforeOpeningParent()
    return try kernel.openParent(of: directory)
  }
  func openEntry(_ name: [UInt8], in directory: Descriptor) throws(Errno) -> Descriptor {
    try kernel.openEntry(name, in: directory)
  }
  func openFile(_ name: [UInt8], in directory: Descriptor) throws(Errno) -> Descriptor {
    try kernel.openFile(name, in: directory)
  }
  func read(upTo limit: Int, from file: Descriptor, appendingTo bytes: inout [UInt8]) throws(Errno) -> Int {
    try kernel.read(upTo: limit, from: file, appendingTo: &bytes)
  }
  func close(_ descriptor: Descriptor) { kernel.close(descriptor) }
  func details(of descriptor: Descriptor) throws(Errno) -> FileDetails { try kernel.details(of: descriptor) }
  func details(of name: [UInt8], in directory: Descriptor) throws(Errno) -> FileDetails {
    alter(try kernel.details(of: name, in: directory))
  }
  func seek(_ directory: Descriptor, to position: Int64) throws(Errno) { try kernel.seek(directory, to: position) }
  func readNames(from directory: Descriptor, into block: inout NameBlock) throws(Errno) -> Bool {
    beforeReading()
    return try kernel.readNames(from: directory, into: &block)
  }
  func probeLock(of directory: Descriptor) throws(Errno) {
    beforeLocking(directory)
    if let lockFailure { throw lockFailure }
    try kernel.probeLock(of: directory)
  }
  func removeFile(_ name: [UInt8], in directory: Descriptor) throws(Errno) {
    beforeRemoving(name)
    try kernel.removeFile(name, in: directory)
  }
  func removeDirectory(_ name: [UInt8], in directory: Descriptor) throws(Errno) {
    try kernel.removeDirectory(name, in: directory)
  }
  func makeDirectory(_ name: [UInt8], in directory: Descriptor) throws(Errno) {
    try kernel.makeDirectory(name, in: directory)
  }
  func move(_ name: [UInt8], in directory: Descriptor, to other: Descriptor, as newName: [UInt8]) throws(Errno) {
    try kernel.move(name, in: directory, to: other, as: newName)
  }
  func space(of directory: Descriptor) throws(Errno) -> FileSystemSpace {
    if let space { return space }
    return try kernel.space(of: directory)
  }
  func heldFiles(below root: BytePath) -> HeldFiles? { HeldFiles() }
}
