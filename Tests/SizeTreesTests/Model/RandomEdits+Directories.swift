import SizeTrees
import SystemCalls
import TestSupport

extension RandomEdits {
  mutating func createDirectory() {
    guard disk.directories.count < 40 else { return discardDirectory() }
    let parent = anyDirectory()
    let name = name()
    guard let id = parent.id, parent[name] == nil else { return }
    let child = disk.makeDirectory(blocks: .random(in: 0..<64, using: &random))
    parent.add(.directory(child), as: name)
    child.id = tree.insertDirectory(named: name, in: id, child.status)
  }

  /// A directory that is not the root and not detached; with it, whose it is.
  private mutating func anyChild() -> (child: ModelDirectory, parent: ModelDirectory)? {
    let child = anyDirectory()
    return child.parent.map { (child, $0) }
  }

  private mutating func takeOut() -> ModelDirectory? {
    guard let (child, parent) = anyChild(), let id = child.id else { return nil }
    parent.detach(child)
    tree.detach(id)
    return child
  }

  private mutating func putBack(_ child: ModelDirectory) {
    var parent = anyDirectory()
    while parent.isBelow(child) { parent = parent.parent ?? disk.root }
    let name = name()
    guard let id = child.id, let parentID = parent.id, parent[name] == nil else { return disk.detached.append(child) }
    parent.add(.directory(child), as: name)
    tree.attach(id, to: parentID, named: name)
  }

  mutating func moveDirectory() {
    guard let child = takeOut() else { return }
    // Links are settled in between, or not.
    if random.chance(20) { tree.settleLinks() }
    putBack(child)
  }

  mutating func detachDirectory() {
    guard disk.detached.count < 4, let child = takeOut() else { return }
    disk.detached.append(child)
  }

  mutating func attachDetached() {
    guard !disk.detached.isEmpty else { return }
    putBack(disk.detached.remove(at: .random(in: disk.detached.indices, using: &random)))
  }

  mutating func discardDirectory() {
    let isOut = !disk.detached.isEmpty && random.chance(50)
    let top = isOut ? disk.detached.removeFirst() : takeOut()
    guard let top else { return }
    discard(top)
  }

  /// Takes a detached directory away for good, in the model and in the tree.
  private mutating func discard(_ top: ModelDirectory) {
    guard let id = top.id else { return }
    var expected: Set<DirectoryID> = []
    collect(top, into: &expected)
    top.removeAll()
    discard(id, expecting: expected)
  }

  private func collect(_ directory: ModelDirectory, into ids: inout Set<DirectoryID>) {
    if let id = directory.id { ids.insert(id) }
    for child in directory.directories { collect(child, into: &ids) }
  }

  private mutating func discard(_ id: DirectoryID, expecting expected: Set<DirectoryID>) {
    var met: Set<DirectoryID> = []
    tree.discard(id) { id, _ in met.insert(id) }
    if met != expected { problems.append("\(met.count) directories were discarded instead of \(expected.count)") }
  }

  mutating func resizeDirectory() {
    let directory = anyDirectory()
    guard let id = directory.id else { return }
    directory.blocks = .random(in: 0..<64, using: &random)
    tree.setOwnStatus(of: id, directory.status)
  }

  mutating func changeReasons() {
    let directory = anyDirectory()
    guard let id = directory.id else { return }
    let bits = UInt16(1) << UInt16.random(in: 0..<8, using: &random)
    if random.chance(60) {
      let holds = random.chance(50)
      directory.reasons = holds ? directory.reasons | bits : directory.reasons & ~bits
      tree.setReason(bits, on: id, holds)
    } else {
      let new = UInt16.random(in: 0...0xF, using: &random)
      directory.reasons = directory.reasons & ~0xF | new
      tree.setReasons(new, of: 0xF, on: id)
    }
  }
}
