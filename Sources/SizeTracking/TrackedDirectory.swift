internal import SizeTrees
public import SystemCalls

/// A directory in a tracker's tree. The handle follows the directory when it is renamed.
///
/// It keeps the tree's memory, but not the tracking, alive.
public struct TrackedDirectory: Sendable {
  let core: TrackerCore
  let handle: DirectoryHandle

  /// The directory's numbers now; nil when it is not in the tree any more. Wait-free, from any thread.
  public var usage: DirectoryUsage? {
    core.usage(of: handle)
  }

  /// Where the directory is now, below the root; empty for the root, nil when it is not in the tree any more.
  public var path: BytePath? {
    core.tree.withTree { $0.isLive(handle) ? $0.path(of: handle.id) : nil }
  }

  /// The directory's name; empty for the root, nil when it is not in the tree any more.
  public var name: [UInt8]? {
    core.tree.withTree { $0.isLive(handle) ? $0.name(of: handle.id) : nil }
  }

  /// The directories directly inside, by name. From the tree: the disk is not asked.
  public var children: [TrackedDirectory] {
    let children = core.tree.withTree { tree -> [DirectoryHandle] in
      guard tree.isLive(handle) else { return [] }
      return tree.children(of: handle.id).map { tree.handle(of: $0) }
    }
    return children.map { TrackedDirectory(core: core, handle: $0) }
  }

  /// Reads the directory from the disk, because the tree does not keep the names of files.
  ///
  /// - Throws: When the directory is gone or cannot be read.
  public func entries() throws(TrackerError) -> [DirectoryEntry] {
    try core.entries(of: handle)
  }

  /// Which file the directory is, as `stat` shows it.
  package var identity: FileIdentity? {
    core.tree.withTree { $0.isLive(handle) ? $0.identity(of: handle.id) : nil }
  }
}

extension TrackedDirectory: Hashable {
  /// Handles are equal when they stand for the same directory of the same tracker.
  public static func == (left: TrackedDirectory, right: TrackedDirectory) -> Bool {
    left.core === right.core && left.handle == right.handle
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(core))
    hasher.combine(handle)
  }
}
