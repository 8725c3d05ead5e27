import SystemCalls
import TestSupport
import Testing

@testable import SizeTrees

@Suite("Sums that are made anew")
struct RepairTests {
  @Test("from the entries come the same sums, whatever stood there")
  func rebuild() {
    let tree = SizeTree()
    let a = tree.add("a", inode: 2)
    let b = tree.insertDirectory(named: Array("b".utf8), in: a, .directory(3, blocks: 16))
    let out = tree.add("out", in: b, inode: 4)
    tree.set("plain", in: b, .file(10, bytes: 5, blocks: 8))
    tree.set("large", in: a, .file(11, bytes: 1 << 40, blocks: 9))
    tree.set("x", in: a, .file(12, bytes: 7, blocks: 8, links: 3))
    tree.set("y", in: b, .file(12, bytes: 7, blocks: 8, links: 3))
    tree.set("inside", in: out, .file(13, bytes: 7, blocks: 8))
    tree.settleLinks()
    tree.detach(out)
    let right = [DirectoryID.root, a, b, out].map(tree.usage)
    for id in [DirectoryID.root, a, b, out] {
      tree.publish(Sums(allocatedBytes: 77, apparentBytes: 3, files: 9, directories: 2), of: id)
    }
    tree.rebuildSums()
    #expect([DirectoryID.root, a, b, out].map(tree.usage) == right)
    #expect(tree.checkInvariants() == [])
  }

  @Test("sums beyond 64 bits are made anew too")
  func rebuildWide() {
    let tree = SizeTree()
    for number in 0..<5 { tree.set("\(number)", .file(UInt64(10 + number), bytes: 1 << 62)) }
    tree.publish(Sums(), of: .root)
    tree.rebuildSums()
    #expect(tree.apparentBytes() == .max)
    for number in 0..<4 { tree.setEntry(named: Array("\(number)".utf8).span, in: .root, to: nil) }
    #expect(tree.apparentBytes() == 1 << 62)
    #expect(tree.checkInvariants() == [])
  }
}
