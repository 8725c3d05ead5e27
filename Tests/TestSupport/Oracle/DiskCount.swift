/// What is true of one directory, by whatever counted it.
package struct DiskCount: Hashable, Sendable {
  package var allocatedBytes: UInt64
  package var apparentBytes: UInt64
  package var files: Int
  package var directories: Int

  package init(allocatedBytes: UInt64 = 0, apparentBytes: UInt64 = 0, files: Int = 0, directories: Int = 0) {
    self.allocatedBytes = allocatedBytes
    self.apparentBytes = apparentBytes
    self.files = files
    self.directories = directories
  }
}

extension DiskCount: CustomStringConvertible {
  package var description: String {
    "\(allocatedBytes) allocated, \(apparentBytes) apparent, \(files) files, \(directories) directories"
  }
}
