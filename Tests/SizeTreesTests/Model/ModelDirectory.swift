import SizeTrees
import SystemCalls

/// A directory of the model: the naive tree that the real one is compared with. It keeps everything and no sums.
final class ModelDirectory {
  let identity: FileIdentity
  var blocks: UInt64
  /// In the order in which they came, so that a seed determines every choice.
  var entries: [(name: [UInt8], entry: ModelEntry)] = []
  var reasons: UInt16 = 0
  /// nil for the root and for a directory that is detached.
  weak var parent: ModelDirectory?
  /// The tree's name for it.
  var id: DirectoryID?

  init(identity: FileIdentity, blocks: UInt64) {
    self.identity = identity
    self.blocks = blocks
  }

  var status: FileStatus {
    FileStatus(identity: identity, kind: .directory, links: 2, sizeBytes: 4096, blocks: blocks)
  }

  var directories: [ModelDirectory] {
    entries.compactMap { if case .directory(let child) = $0.entry { child } else { nil } }
  }

  var files: [(name: [UInt8], inode: ModelInode)] {
    entries.compactMap { if case .file(let inode) = $0.entry { ($0.name, inode) } else { nil } }
  }

  subscript(name: [UInt8]) -> ModelEntry? { entries.first { $0.name == name }?.entry }

  /// Whether another directory is this one or lies above it.
  func isBelow(_ other: ModelDirectory) -> Bool {
    self === other || parent?.isBelow(other) == true
  }

  // MARK: Edits

  /// Puts a file or a directory under a name that is free.
  func add(_ entry: ModelEntry, as name: [UInt8]) {
    entries.append((name, entry))
    switch entry {
    case .file(let inode): inode.names.append(ModelName(directory: self, name: name))
    case .directory(let child): child.parent = self
    }
  }

  /// Takes a name away, and everything below a directory too.
  func remove(_ name: [UInt8]) {
    guard let index = entries.firstIndex(where: { $0.name == name }) else { return }
    switch entries.remove(at: index).entry {
    case .file(let inode): inode.names.removeAll { $0.directory === self && $0.name == name }
    case .directory(let child): child.removeAll()
    }
  }

  /// Takes a directory out whole.
  func detach(_ child: ModelDirectory) {
    entries.removeAll { if case .directory(let other) = $0.entry { other === child } else { false } }
    child.parent = nil
  }

  func removeAll() {
    for (name, _) in entries { remove(name) }
  }
}

/// What a name of the model stands for.
enum ModelEntry {
  case file(ModelInode)
  case directory(ModelDirectory)
}

/// A name of a file in the model. The directory has the inode, which has the name: so it is not retained.
struct ModelName {
  unowned let directory: ModelDirectory
  let name: [UInt8]
}
