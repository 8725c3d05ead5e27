import SystemCalls
import TestSupport

extension RandomEdits {
  mutating func createFile() {
    guard disk.names.count < 200 else { return unlink() }
    put(newInode(), as: ModelName(directory: anyDirectory(), name: name()))
  }

  mutating func link() {
    guard let old = anyName(), case .file(let inode) = old.directory[old.name] else { return }
    put(inode, as: ModelName(directory: anyDirectory(), name: name()))
    tellOthers(of: inode)
  }

  /// Makes a name stand for a file. A file that had the name loses it, without a word about that.
  private mutating func put(_ inode: ModelInode, as name: ModelName) {
    if case .directory = name.directory[name.name] { return }
    let old = name.directory[name.name]
    name.directory.remove(name.name)
    name.directory.add(.file(inode), as: name.name)
    tell(name)
    if case .file(let victim) = old { tellOthers(of: victim) }
  }

  mutating func resize() {
    guard let name = anyName(), case .file(let inode) = name.directory[name.name] else { return }
    (inode.sizeBytes, inode.blocks) = sizes()
    tell(name)
  }

  mutating func unlink() {
    guard let name = anyName(), case .file(let inode) = name.directory[name.name] else { return }
    name.directory.remove(name.name)
    tellRemoved(name)
    tellOthers(of: inode)
  }

  /// The two events of a rename, in any order.
  mutating func renameFile() {
    guard let old = anyName(), case .file(let inode) = old.directory[old.name] else { return }
    let new = ModelName(directory: anyDirectory(), name: name())
    guard new.directory[new.name] == nil else { return }
    old.directory.remove(old.name)
    new.directory.add(.file(inode), as: new.name)
    if random.chance(50) {
      tellRemoved(old)
      tell(new)
    } else {
      tell(new)
      tellRemoved(old)
    }
  }

  /// A name comes or goes where the tree does not see it.
  mutating func linkOutside() {
    guard let name = anyName(), case .file(let inode) = name.directory[name.name] else { return }
    inode.outsideNames = Int.random(in: 0...2, using: &random)
    tell(name)
  }
}
