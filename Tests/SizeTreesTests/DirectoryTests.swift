import SizeTrees
import SystemCalls
import Testing

@Suite("Directories in a tree")
struct DirectoryTests {
  let tree = SizeTree()

  @Test("a directory counts itself, with its own blocks")
  func directoryCountsItself() {
    let tree = SizeTree(root: .directory(1, blocks: 8))
    let a = tree.insertDirectory(named: [97], in: .root, .directory(2, blocks: 24))
    #expect(tree.usage(a).directories == 1)
    #expect(tree.usage().directories == 2)
    #expect(tree.allocatedBytes() == 32 * 512)
    #expect(tree.files() == 0)
  }

  @Test("a directory's own growth counts above it")
  func ownGrowthCountsAbove() {
    let a = tree.add("a", inode: 2)
    tree.setOwnStatus(of: a, .directory(2, blocks: 40))
    #expect(tree.allocatedBytes() == 40 * 512)
    tree.setOwnStatus(of: a, .directory(2, blocks: 8))
    #expect(tree.allocatedBytes() == 8 * 512)
  }

  @Test("a root that was replaced has the new one's identity")
  func replacedRoot() {
    tree.setOwnStatus(of: .root, .directory(99, blocks: 8))
    #expect(tree.identity(of: .root) == FileIdentity(device: 7, inode: 99))
  }

  @Test("a directory that was replaced in place is found under its identity")
  func replacedInPlace() {
    let a = tree.add("a", inode: 2)
    tree.setOwnStatus(of: a, .directory(3, blocks: 0))
    let relisting = tree.list([("a", .directory(3, blocks: 0))])
    #expect(relisting.directories.map(\.handle.id) == [a])
    #expect(relisting.changedEntries == 0)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a detached directory is out of the sums and keeps its own")
  func detachedKeepsItsOwn() {
    let a = tree.add("a", inode: 2)
    let b = tree.add("b", in: a, inode: 3)
    tree.set("f", in: b, .file(10, bytes: 5, blocks: 8))
    tree.detach(a)
    #expect(tree.usage().directories == 1)
    #expect(tree.allocatedBytes() == 0)
    #expect(tree.allocatedBytes(a) == 4096)
    #expect(!tree.isAttached(b))
    #expect(tree.path(of: b) == nil)
    #expect(tree.entry("a") == nil)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a directory that moves takes its bytes along")
  func moveTakesBytesAlong() {
    let a = tree.add("a", inode: 2)
    let b = tree.add("b", inode: 3)
    let c = tree.add("c", in: a, inode: 4)
    tree.set("f", in: c, .file(10, bytes: 5, blocks: 8))
    tree.detach(c)
    tree.attach(c, to: b, as: "d")
    #expect(tree.allocatedBytes(a) == 0)
    #expect(tree.allocatedBytes(b) == 4096)
    #expect(tree.allocatedBytes() == 4096)
    #expect(tree.path(of: c) == "b/d")
    #expect(tree.checkInvariants() == [])
  }

  @Test("what is changed in a detached directory counts once it is attached")
  func changedWhileDetached() {
    let a = tree.add("a", inode: 2)
    tree.detach(a)
    tree.set("f", in: a, .file(10, bytes: 5, blocks: 8))
    _ = tree.add("b", in: a, inode: 3)
    tree.attach(a, as: "a")
    #expect(tree.allocatedBytes() == 4096)
    #expect(tree.usage().directories == 3)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a discarded directory reports every watch below it")
  func discardReportsWatches() {
    let a = tree.add("a", inode: 2)
    let b = tree.add("b", in: a, inode: 3)
    let c = tree.add("c", in: b, inode: 4)
    tree.setWatch(5, of: a)
    tree.setWatch(6, of: c)
    #expect(tree.watchCount == 2)
    tree.detach(a)
    var watches: [DirectoryID: Int32] = [:]
    var count = 0
    tree.discard(a) { id, watch in
      watches[id] = watch
      count += 1
    }
    #expect(watches == [a: 5, c: 6])
    #expect(count == 3)
    #expect(tree.watchCount == 0)
    #expect(!tree.isLive(b))
    #expect(tree.checkInvariants() == [])
  }

  @Test("renaming a directory for ever needs no more memory than one name")
  func renamingForever() {
    let a = tree.add("a", inode: 2)
    let name = [UInt8](repeating: 0x61, count: 200)
    for number in 0..<20_000 {
      tree.detach(a)
      tree.attach(a, to: .root, named: name + String(number).utf8)
    }
    #expect(tree.reservedBytes < 1 << 20)
    #expect(tree.name(of: a) == name + "19999".utf8)
    #expect(tree.checkInvariants() == [])
  }
}
