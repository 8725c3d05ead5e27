import SizeTrees
import SystemCalls
import TestSupport

extension RandomEdits {
  /// Changes a directory without a word, and then lists it.
  mutating func changeSilentlyAndList() {
    let directory = anyDirectory()
    // Only files that the tree knows: nobody can tell of a write through a name that came and went unseen.
    for (_, inode) in directory.files where random.chance(20) { (inode.sizeBytes, inode.blocks) = sizes() }
    for _ in 0..<Int.random(in: 0..<8, using: &random) { changeSilently(directory) }
    list(directory)
  }

  private mutating func changeSilently(_ directory: ModelDirectory) {
    let name = name()
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3:
      directory.remove(name)
    case 3..<6:
      directory.remove(name)
      directory.add(.file(newInode()), as: name)
    case 6:
      guard directory[name] == nil, let other = anyName(), case .file(let inode) = other.directory[other.name]
      else { return }
      directory.add(.file(inode), as: name)
    case 7:
      guard disk.directories.count < 40 else { return }
      directory.remove(name)
      let child = disk.makeDirectory(blocks: .random(in: 0..<64, using: &random))
      directory.add(.directory(child), as: name)
      for _ in 0..<Int.random(in: 0..<4, using: &random) { changeSilently(child) }
    default:
      guard directory[name] == nil, let (old, inode) = directory.files.randomElement(using: &random) else { return }
      directory.remove(old)
      directory.add(.file(inode), as: name)
    }
  }

  /// Makes the tree's directory equal the model's, and every directory in it that is new.
  private mutating func list(_ directory: ModelDirectory) {
    guard let id = directory.id else { return }
    guard let relisting = tree.replaceContents(of: id, with: contents(of: directory, id)) else {
      return problems.append("names of a listing collide")
    }
    newlyLinked.append(contentsOf: relisting.addedLinked)
    for inode in disk.inodes where relisting.lostLinked.contains(inode.identity) {
      for name in inode.names { tell(name) }
    }
    if relisting.directories.count != directory.directories.count {
      problems.append("\(relisting.directories.count) directories came of \(directory.directories.count)")
    }
    for detached in relisting.detached {
      if tree.isAttached(detached) { problems.append("a directory that is not listed is still attached") }
      tree.discard(detached) { _, _ in }
    }
    for child in relisting.directories {
      guard case .directory(let model) = directory[tree.name(of: child.handle.id)] else {
        problems.append("a directory came that is not in the listing")
        continue
      }
      if child.isNew != (model.id == nil) { problems.append("a directory is wrongly new or wrongly known") }
      model.id = child.handle.id
      if child.isNew { list(model) }
    }
    if relisting.changedEntries == 0, !relisting.detached.isEmpty { problems.append("a change was not counted") }
  }

  /// A listing: in any order, sometimes in two parts, and now and then with another salt.
  private mutating func contents(of directory: ModelDirectory, _ id: DirectoryID) -> DirectoryContents {
    let salt = tree.salt(of: id) &+ (random.chance(10) ? 1 : 0)
    var parts = [DirectoryContents(salt: salt), DirectoryContents(salt: salt)]
    for (name, entry) in directory.entries.shuffled(using: &random) {
      let part = Int.random(in: 0..<2, using: &random)
      switch entry {
      case .file(let inode): parts[part].append(name: name.span, status: inode.status)
      case .directory(let child): parts[part].append(name: name.span, status: child.status)
      }
    }
    parts[0].append(contentsOf: parts[1])
    return parts[0]
  }
}
