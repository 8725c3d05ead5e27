import SizeTrees
import SystemCalls
import Testing

@Suite("Sums near the end of the numbers")
struct SaturationTests {
  let tree = SizeTree()
  private static let huge = FileStatus.file(10, bytes: 1 << 63 - 1, blocks: 1 << 54 - 1)

  private func huge(_ inode: UInt64) -> FileStatus {
    var status = Self.huge
    status.identity.inode = inode
    return status
  }

  @Test("two files of almost 2^63 bytes add up exactly")
  func twoAddUp() {
    tree.set("f", huge(10))
    tree.set("g", huge(11))
    #expect(tree.apparentBytes() == 2 * Self.huge.sizeBytes)
    #expect(tree.allocatedBytes() == 2 * Self.huge.blocks * 512)
  }

  @Test("a sum that does not fit is as large as can be, in every directory where it does not fit")
  func saturates() {
    let a = tree.add("a", inode: 2)
    tree.set("f", in: a, huge(10))
    tree.set("g", in: a, huge(11))
    tree.set("h", huge(12))
    #expect(tree.apparentBytes() == UInt64.max)
    #expect(tree.allocatedBytes() == UInt64.max)
    #expect(tree.apparentBytes(a) == UInt64.max - 1)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a sum is right again when the huge files are gone")
  func rightAgain() {
    let a = tree.add("a", inode: 2)
    tree.set("small", in: a, .file(9, bytes: 3, blocks: 8))
    for inode: UInt64 in 10..<20 { tree.set("huge\(inode)", in: a, huge(inode)) }
    #expect(tree.apparentBytes() == UInt64.max)
    #expect(tree.checkInvariants() == [])
    for inode: UInt64 in 10..<20 { tree.remove("huge\(inode)", in: a) }
    for id in [.root, a] {
      #expect(tree.apparentBytes(id) == 3)
      #expect(tree.allocatedBytes(id) == 4096)
    }
    #expect(tree.checkInvariants() == [])
  }

  @Test("a saturated directory that moves leaves the right sum, and brings it")
  func saturatedMoves() {
    let a = tree.add("a", inode: 2)
    let b = tree.add("b", inode: 3)
    tree.set("small", .file(9, bytes: 3, blocks: 8))
    for inode: UInt64 in 10..<14 { tree.set("huge\(inode)", in: a, huge(inode)) }
    tree.detach(a)
    #expect(tree.apparentBytes() == 3)
    #expect(tree.apparentBytes(a) == UInt64.max)
    tree.attach(a, to: b, as: "a")
    #expect(tree.apparentBytes(b) == UInt64.max)
    #expect(tree.checkInvariants() == [])
    tree.detach(a)
    tree.discard(a)
    #expect(tree.apparentBytes() == 3)
    #expect(tree.checkInvariants() == [])
  }

  @Test("inodes with several names saturate and come back")
  func linkedSaturate() {
    for inode: UInt64 in 10..<14 {
      var status = huge(inode)
      status.links = 2
      tree.set("x\(inode)", status)
      tree.set("y\(inode)", status)
    }
    #expect(tree.apparentBytes() == UInt64.max)
    #expect(tree.files() == 4)
    for inode: UInt64 in 11..<14 {
      tree.remove("x\(inode)")
      tree.remove("y\(inode)")
    }
    #expect(tree.apparentBytes() == Self.huge.sizeBytes)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a size of all ones is no trap")
  func allOnes() {
    tree.set("f", .file(10, bytes: .max, blocks: .max))
    #expect(tree.apparentBytes() == UInt64.max)
    #expect(tree.allocatedBytes() == UInt64.max)
    tree.remove("f")
    #expect(tree.apparentBytes() == 0)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a listing saturates too")
  func listingSaturates() {
    tree.list((0..<5).map { ("\($0)", huge(UInt64(10 + $0))) })
    #expect(tree.apparentBytes() == UInt64.max)
    tree.list([("0", huge(10))])
    #expect(tree.apparentBytes() == Self.huge.sizeBytes)
    #expect(tree.checkInvariants() == [])
  }
}
