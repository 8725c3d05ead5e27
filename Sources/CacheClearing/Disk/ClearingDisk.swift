package import SystemCalls

/// What the clearer asks of the disk: the kernel, or a test that fails some of the calls.
///
/// Everything goes by the descriptor of a directory and one name in it; a path is used only below a pinned directory.
package protocol ClearingDisk: Sendable {
  /// Opens a directory for reading. The path may have several names, of less than PATH_MAX in all; no symbolic link is
  /// followed and no mount entered (`crossDevice`).
  func openDirectory(_ path: [UInt8], in directory: Descriptor) throws(Errno) -> Descriptor
  /// Opens the directory that holds an open one, for reading: its identity is for the caller to compare.
  func openParent(of directory: Descriptor) throws(Errno) -> Descriptor
  /// Opens whatever has a name, neither to be read nor followed: to ask for its status when the name is gone.
  func openEntry(_ name: [UInt8], in directory: Descriptor) throws(Errno) -> Descriptor
  /// Opens a file for reading; a symbolic link is not followed, nor is a pipe waited for.
  func openFile(_ name: [UInt8], in directory: Descriptor) throws(Errno) -> Descriptor
  /// Reads on in a file; 0 at its end.
  func read(upTo limit: Int, from file: Descriptor, appendingTo bytes: inout [UInt8]) throws(Errno) -> Int
  func close(_ descriptor: Descriptor)
  func details(of descriptor: Descriptor) throws(Errno) -> FileDetails
  /// A symbolic link is not followed.
  func details(of name: [UInt8], in directory: Descriptor) throws(Errno) -> FileDetails
  /// Has the next reading go on where a block ended; 0 is the start, with all that is there now.
  func seek(_ directory: Descriptor, to position: Int64) throws(Errno)
  /// Reads the next few hundred names. False at the end of the directory.
  func readNames(from directory: Descriptor, into block: inout NameBlock) throws(Errno) -> Bool
  /// Fails with `wouldBlock` when another program holds a lock on the directory.
  func probeLock(of directory: Descriptor) throws(Errno)
  func removeFile(_ name: [UInt8], in directory: Descriptor) throws(Errno)
  func removeDirectory(_ name: [UInt8], in directory: Descriptor) throws(Errno)
  /// Makes a directory that only its owner can enter.
  func makeDirectory(_ name: [UInt8], in directory: Descriptor) throws(Errno)
  /// Fails where the new name is taken.
  func move(_ name: [UInt8], in directory: Descriptor, to other: Descriptor, as newName: [UInt8]) throws(Errno)
  /// The room on the file system that a directory lies on.
  func space(of directory: Descriptor) throws(Errno) -> FileSystemSpace
  /// The deleted files that were below a directory and are open still; nil where that cannot be known.
  func heldFiles(below root: BytePath) -> HeldFiles?
}
