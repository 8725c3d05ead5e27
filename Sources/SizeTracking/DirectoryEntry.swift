/// One entry of a directory, as the disk shows it.
public struct DirectoryEntry: Hashable, Sendable {
  /// The name's bytes.
  public var name: [UInt8]
  /// Whether the entry is a directory.
  public var isDirectory: Bool
  /// The space that the entry itself occupies on disk, in bytes.
  public var allocatedBytes: UInt64
  /// The length of a regular file or symbolic link, in bytes.
  public var apparentBytes: UInt64
  /// The later of the last read and the last modification, in seconds since 1970.
  public var lastUse: Int64

  /// Makes an entry of its parts.
  public init(name: [UInt8], isDirectory: Bool, allocatedBytes: UInt64, apparentBytes: UInt64, lastUse: Int64) {
    self.name = name
    self.isDirectory = isDirectory
    self.allocatedBytes = allocatedBytes
    self.apparentBytes = apparentBytes
    self.lastUse = lastUse
  }
}
