/// How far the first scan has come.
public struct ScanProgress: Hashable, Sendable {
  /// Directories found so far, the root included.
  public var directories: Int
  /// Distinct files found so far.
  public var files: Int
  /// Allocated bytes found so far.
  public var allocatedBytes: UInt64
  /// Whether the scan is done.
  public var isFinished: Bool

  /// Makes a report of its parts.
  public init(directories: Int, files: Int, allocatedBytes: UInt64, isFinished: Bool) {
    self.directories = directories
    self.files = files
    self.allocatedBytes = allocatedBytes
    self.isFinished = isFinished
  }
}
