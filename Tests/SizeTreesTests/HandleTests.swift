import SizeTrees
import Testing

@Suite("Handles of directories")
struct HandleTests {
  let tree = SizeTree()

  @Test("a handle of a directory that is gone has no numbers, whoever uses its place now")
  func staleHandle() {
    let old = tree.add("a", inode: 2)
    let handle = tree.handle(of: old)
    tree.set("f", in: old, .file(10, bytes: 5))
    tree.detach(old)
    tree.discard(old)
    #expect(tree.published.totals(of: handle) == nil)
    let new = tree.add("b", inode: 3)
    #expect(new == old)
    #expect(tree.published.totals(of: handle) == nil)
    #expect(!tree.isLive(handle))
    #expect(tree.isLive(tree.handle(of: new)))
    #expect(tree.usage(new).apparentBytes == 0)
  }

  @Test("a handle stays good when its directory moves")
  func movedHandle() throws {
    let a = tree.add("a", inode: 2)
    let b = tree.add("b", inode: 3)
    tree.set("f", in: a, .file(10, bytes: 5))
    let handle = tree.handle(of: a)
    tree.detach(a)
    #expect(try #require(tree.published.totals(of: handle)).apparentBytes == 5)
    tree.attach(a, to: b, as: "c")
    #expect(tree.isLive(handle))
    #expect(try #require(tree.published.totals(of: handle)).apparentBytes == 5)
  }

  @Test("places are used again before new ones are made")
  func placesAreReused() {
    var highest: UInt32 = 0
    for round in 0..<1000 {
      let a = tree.add("a", inode: UInt64(2 + 2 * round))
      let b = tree.add("b", in: a, inode: UInt64(3 + 2 * round))
      highest = max(highest, a.rawValue, b.rawValue)
      tree.detach(a)
      tree.discard(a)
    }
    #expect(highest == 2)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a handle that no tree has made has no numbers")
  func foreignHandle() {
    for number: UInt32 in [1, 255, 256, 1 << 20, .max - 1, .max] {
      let handle = DirectoryHandle(id: DirectoryID(rawValue: number), generation: 1)
      #expect(tree.published.totals(of: handle) == nil)
      #expect(!tree.isLive(handle))
    }
  }
}
