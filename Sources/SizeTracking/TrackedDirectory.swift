public import SystemCalls

/// A directory in a tracker's tree. The handle follows the directory when it is renamed.
public struct TrackedDirectory: Hashable, Sendable {
  /// The directory's numbers now, without waiting; nil when it is not in the tree any more.
  public var usage: DirectoryUsage? { preconditionFailure() }
  /// Where the directory is now, below the root.
  public var path: BytePath? { preconditionFailure() }
  /// The directories directly inside.
  public var children: [TrackedDirectory] { preconditionFailure() }
  /// Reads the directory from the disk.
  public func entries() throws(TrackerError) -> [DirectoryEntry] { preconditionFailure() }
  /// Which file the directory is, as `stat` shows it.
  package var identity: FileIdentity? { preconditionFailure() }
}
