import SystemCalls

/// The whole model: a root, and directories that have been taken out of it.
final class ModelDisk {
  private(set) lazy var root = makeDirectory(blocks: 8)
  var detached: [ModelDirectory] = []
  private var lastDirectoryInode: UInt64 = 1 << 40

  func makeDirectory(blocks: UInt64) -> ModelDirectory {
    lastDirectoryInode += 1
    return ModelDirectory(identity: FileIdentity(device: 7, inode: lastDirectoryInode), blocks: blocks)
  }

  /// Files take the lowest numbers that are free, as on ext4: numbers come back at once.
  func makeInode(kind: FileKind, sizeBytes: UInt64, blocks: UInt64) -> ModelInode {
    let taken = Set(inodes.map(\.identity.inode))
    let free = (10...).first { !taken.contains($0) } ?? 0
    return ModelInode(
      identity: FileIdentity(device: 7, inode: free), kind: kind, sizeBytes: sizeBytes, blocks: blocks)
  }

  /// Every directory, parents before children, whether attached or not.
  var directories: [ModelDirectory] {
    var found = [root] + detached
    var next = 0
    while next < found.count {
      found.append(contentsOf: found[next].directories)
      next += 1
    }
    return found
  }

  /// Every file's name.
  var names: [ModelName] {
    directories.flatMap { directory in directory.files.map { ModelName(directory: directory, name: $0.name) } }
  }

  /// Every file, once.
  var inodes: [ModelInode] {
    var seen: Set<ObjectIdentifier> = []
    return directories.flatMap(\.files).map(\.inode).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
