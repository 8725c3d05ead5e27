import SizeTrees
import SystemCalls

/// The tree's operations with names as text.
extension SizeTree {
  /// A tree of an empty root that occupies no space.
  convenience init(hashing: NameHashing = .standard) {
    self.init(root: .directory(1, blocks: 0), hashing: hashing)
  }

  @discardableResult
  func set(_ name: String, in id: DirectoryID = .root, _ status: FileStatus) -> Bool {
    setEntry(named: Array(name.utf8).span, in: id, to: status).isNewlyLinked
  }

  @discardableResult
  func remove(_ name: String, in id: DirectoryID = .root) -> Bool {
    setEntry(named: Array(name.utf8).span, in: id, to: nil).wasThere
  }

  /// Adds a directory that occupies no space.
  func add(_ name: String, in id: DirectoryID = .root, inode: UInt64) -> DirectoryID {
    insertDirectory(named: Array(name.utf8), in: id, .directory(inode, blocks: 0))
  }

  func attach(_ id: DirectoryID, to parent: DirectoryID = .root, as name: String) {
    attach(id, to: parent, named: Array(name.utf8))
  }

  func entry(_ name: String, in id: DirectoryID = .root) -> Entry? {
    entry(named: Array(name.utf8), in: id)
  }

  /// Makes a directory's entries equal these, as a listing of it would.
  @discardableResult
  func list(_ entries: [(String, FileStatus)], in id: DirectoryID = .root) -> Relisting {
    // Names of the standard hash do not collide here.
    replaceContents(of: id, with: contents(of: id, entries)) ?? Relisting()
  }

  func contents(of id: DirectoryID, _ entries: [(String, FileStatus)]) -> DirectoryContents {
    var contents = DirectoryContents(salt: salt(of: id))
    for (name, status) in entries { contents.append(name: Array(name.utf8).span, status: status) }
    return contents
  }

  func discard(_ id: DirectoryID) {
    discard(id) { _, _ in }
  }

  /// The published numbers of a directory of the tree, after the links are settled.
  func usage(_ id: DirectoryID = .root) -> PublishedUsage {
    settleLinks()
    guard let usage = published.totals(of: handle(of: id)) else { preconditionFailure("the directory is gone") }
    return usage
  }

  func allocatedBytes(_ id: DirectoryID = .root) -> UInt64 { usage(id).allocatedBytes }
  func apparentBytes(_ id: DirectoryID = .root) -> UInt64 { usage(id).apparentBytes }
  func files(_ id: DirectoryID = .root) -> UInt32 { usage(id).files }
}
