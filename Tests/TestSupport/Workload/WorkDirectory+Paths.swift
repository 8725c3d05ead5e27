internal import CTestSupport
internal import Glibc
package import SystemCalls

/// The same steps with names that a test can write as literals.
extension WorkDirectory {
  package func file(_ name: BytePath, _ access: WorkFile.Access = .creating) throws(Errno) -> WorkFile {
    try WorkFile(name.bytes, in: self, access)
  }

  /// A file without a name.
  package func unnamedFile() throws(Errno) -> WorkFile { try file(".", .unnamed) }

  /// A file of so many bytes, closed again.
  package func makeFile(_ name: BytePath, length: Int = 0) throws(Errno) {
    let file = try file(name, .truncating)
    if length > 0 { try file.write(length, at: 0) }
    file.close()
  }

  /// Makes a directory and opens it.
  @discardableResult
  package func makeDirectory(_ name: BytePath) throws(Errno) -> WorkDirectory {
    try makeDirectory(name.bytes)
    return try directory(name)
  }

  package func directory(_ name: BytePath) throws(Errno) -> WorkDirectory {
    try WorkDirectory(name.bytes, in: self)
  }

  package func makeSymbolicLink(_ name: BytePath, to target: BytePath) throws(Errno) {
    try makeSymbolicLink(name.bytes, to: target.bytes)
  }

  package func link(_ name: BytePath, to place: WorkDirectory, as newName: BytePath) throws(Errno) {
    try link(name.bytes, to: place, as: newName.bytes)
  }

  package func rename(_ name: BytePath, to place: WorkDirectory, as newName: BytePath) throws(Errno) {
    try rename(name.bytes, to: place, as: newName.bytes)
  }

  package func exchange(_ name: BytePath, with other: BytePath, in place: WorkDirectory) throws(Errno) {
    try rename(name.bytes, to: place, as: other.bytes, flags: ctest_RENAME_EXCHANGE)
  }

  /// Renames unless the new name is taken.
  package func renameWithoutReplacing(_ name: BytePath, to place: WorkDirectory, as newName: BytePath) throws(Errno) {
    try rename(name.bytes, to: place, as: newName.bytes, flags: ctest_RENAME_NOREPLACE)
  }

  package func unlink(_ name: BytePath) throws(Errno) { try unlink(name.bytes) }

  package func removeDirectory(_ name: BytePath) throws(Errno) { try removeDirectory(name.bytes) }

  package func removeTree(_ name: BytePath) throws(Errno) {
    try removeTree(Entry(name: name.bytes, isDirectory: true))
  }

  package func setPermissions(_ name: BytePath, _ mode: UInt32) throws(Errno) {
    try setPermissions(name.bytes, mode)
  }

  /// Gives the directory itself an attribute.
  package func setAttribute(_ count: Int) throws(Errno) {
    guard ctest_fsetxattr(descriptor, "user.cachewatch", WorkFile.contents(count), count) == 0 else {
      throw Errno.current
    }
  }

  package func removeAttribute() throws(Errno) {
    guard ctest_fremovexattr(descriptor, "user.cachewatch") == 0 else { throw Errno.current }
  }

  /// What the kernel says about a name now.
  package func status(of name: BytePath) throws(Errno) -> FileStatus {
    try Descriptor(rawValue: descriptor).status(of: name.bytes)
  }

  /// Writes back everything dirty on the directory's file system.
  package func writeBack() throws(Errno) {
    try Descriptor(rawValue: descriptor).synchronizeFileSystem()
  }
}

extension WorkFile {
  package func link(to place: WorkDirectory, as name: BytePath) throws(Errno) {
    try link(to: place, as: name.bytes)
  }
}
