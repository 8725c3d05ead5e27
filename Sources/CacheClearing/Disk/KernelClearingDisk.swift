package import SystemCalls

/// The kernel's answers.
package struct KernelClearingDisk: ClearingDisk {
  package init() {}

  private static let reading: OpenFlags = [.directory, .noFollow, .nonBlocking]

  package func openDirectory(_ path: [UInt8], in directory: Descriptor) throws(Errno) -> Descriptor {
    try directory.openBeneath(path, Self.reading)
  }

  package func openParent(of directory: Descriptor) throws(Errno) -> Descriptor {
    try Descriptor.open(Array("..".utf8), in: directory, Self.reading)
  }

  package func openEntry(_ name: [UInt8], in directory: Descriptor) throws(Errno) -> Descriptor {
    try Descriptor.open(name, in: directory, [.pathOnly, .noFollow])
  }

  package func openFile(_ name: [UInt8], in directory: Descriptor) throws(Errno) -> Descriptor {
    try directory.openBeneath(name, [.noFollow, .nonBlocking])
  }

  package func read(
    upTo limit: Int, from file: Descriptor, appendingTo bytes: inout [UInt8]
  ) throws(Errno) -> Int {
    try file.read(upTo: limit, appendingTo: &bytes)
  }

  package func close(_ descriptor: Descriptor) { descriptor.close() }

  package func details(of descriptor: Descriptor) throws(Errno) -> FileDetails {
    try descriptor.details()
  }

  package func details(of name: [UInt8], in directory: Descriptor) throws(Errno) -> FileDetails {
    try directory.details(of: name)
  }

  package func seek(_ directory: Descriptor, to position: Int64) throws(Errno) {
    try directory.seek(to: position)
  }

  package func readNames(from directory: Descriptor, into block: inout NameBlock) throws(Errno) -> Bool {
    try directory.readNames(into: &block)
  }

  package func probeLock(of directory: Descriptor) throws(Errno) {
    try directory.probeLock()
  }

  package func removeFile(_ name: [UInt8], in directory: Descriptor) throws(Errno) {
    try directory.removeFile(name)
  }

  package func removeDirectory(_ name: [UInt8], in directory: Descriptor) throws(Errno) {
    try directory.removeDirectory(name)
  }

  package func makeDirectory(_ name: [UInt8], in directory: Descriptor) throws(Errno) {
    try directory.makeDirectory(name, permissions: 0o700)
  }

  package func move(
    _ name: [UInt8], in directory: Descriptor, to other: Descriptor, as newName: [UInt8]
  ) throws(Errno) {
    try directory.move(name, to: other, as: newName)
  }

  package func space(of directory: Descriptor) throws(Errno) -> FileSystemSpace {
    try FileSystemSpace(of: directory)
  }

  package func heldFiles(below root: BytePath) -> HeldFiles? {
    HeldFiles(below: root)
  }
}
