import SizeTrees
import SystemCalls
import Testing

@Suite("Inodes with several names")
struct HardLinkTests {
  let tree = SizeTree()
  let a: DirectoryID
  let b: DirectoryID

  init() {
    a = tree.add("a", inode: 2)
    b = tree.add("b", inode: 3)
  }

  private func twoNames(bytes: UInt64 = 5, blocks: UInt64 = 8) -> FileStatus {
    .file(10, bytes: bytes, blocks: blocks, links: 2)
  }

  @Test("an inode counts once in each directory that has a name of it below")
  func countsOnceEach() {
    tree.set("x", in: a, twoNames())
    tree.set("y", in: b, twoNames())
    for id in [.root, a, b] {
      #expect(tree.allocatedBytes(id) == 4096)
      #expect(tree.files(id) == 1)
    }
    #expect(tree.checkInvariants() == [])
  }

  @Test("two names in one directory count once")
  func countsOnceInOneDirectory() {
    tree.set("x", in: a, twoNames())
    tree.set("y", in: a, twoNames())
    #expect(tree.usage(a).files == 1)
    #expect(tree.usage(a).apparentBytes == 5)
  }

  @Test("a file with several names counts when only one is in the tree")
  func othersOutside() {
    tree.set("x", in: a, .file(10, bytes: 5, blocks: 8, links: 3))
    #expect(tree.allocatedBytes() == 4096)
    #expect(tree.namesOfLinked(FileIdentity(device: 7, inode: 10)).count == 1)
  }

  @Test("a new size told through one name counts for all")
  func newSizeCountsForAll() {
    tree.set("x", in: a, twoNames())
    tree.set("y", in: b, twoNames())
    tree.set("y", in: b, twoNames(bytes: 9000, blocks: 24))
    for id in [.root, a, b] {
      #expect(tree.apparentBytes(id) == 9000)
      #expect(tree.allocatedBytes(id) == 24 * 512)
    }
    #expect(tree.checkInvariants() == [])
  }

  @Test("the sums above a removed name keep an inode that has another name there")
  func removingOneName() {
    tree.set("x", in: a, twoNames())
    tree.set("y", in: b, twoNames())
    tree.remove("x", in: a)
    #expect(tree.allocatedBytes(a) == 0)
    #expect(tree.allocatedBytes(b) == 4096)
    #expect(tree.allocatedBytes() == 4096)
    tree.remove("y", in: b)
    #expect(tree.allocatedBytes() == 0)
    #expect(tree.files() == 0)
    #expect(tree.namesOfLinked(FileIdentity(device: 7, inode: 10)).isEmpty)
    #expect(tree.checkInvariants() == [])
  }

  @Test("the last name left becomes an ordinary file when the disk says so")
  func becomesOrdinary() {
    tree.set("x", in: a, twoNames())
    tree.set("y", in: b, twoNames())
    tree.remove("x", in: a)
    tree.set("y", in: b, .file(10, bytes: 5, blocks: 8, links: 1))
    #expect(tree.allocatedBytes() == 4096)
    #expect(tree.entry("y", in: b) == .file)
    #expect(tree.namesOfLinked(FileIdentity(device: 7, inode: 10)).isEmpty)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a large file with two names, and then with one, is exact")
  func largeFile() {
    let status = FileStatus.file(10, bytes: 1 << 50, blocks: 1 << 40, links: 2)
    tree.set("x", in: a, status)
    tree.set("y", in: b, status)
    #expect(tree.allocatedBytes() == 1 << 49)
    tree.remove("x", in: a)
    tree.set("y", in: b, .file(10, bytes: 1 << 50, blocks: 1 << 40))
    #expect(tree.allocatedBytes(b) == 1 << 49)
    #expect(tree.apparentBytes(a) == 0)
    #expect(tree.checkInvariants() == [])
  }

  @Test("only the first name of an inode with several is news")
  func firstNameIsNews() {
    #expect(tree.set("x", in: a, twoNames()))
    #expect(!tree.set("y", in: b, twoNames()))
    #expect(!tree.set("y", in: b, twoNames(bytes: 6)))
    #expect(!tree.set("z", in: b, .file(11)))
  }

  @Test("an ordinary file that got a second name is found by its inode, and counts once when it is looked at")
  func secondNameAppears() {
    for number in 0..<100 { tree.set("other\(number)", in: a, .file(UInt64(100 + number), bytes: 1)) }
    tree.set("x", in: a, .file(10, bytes: 5, blocks: 8))
    #expect(tree.set("y", in: b, twoNames()))
    let identity = twoNames().identity
    let found = tree.findRecords(withInodeBitsOf: [identity])
    #expect(
      found.contains {
        $0.identity == identity && $0.name.directory == a
          && $0.name.hash == tree.nameHash(of: Array("x".utf8), in: a)
      })
    tree.set("x", in: a, twoNames())
    #expect(tree.allocatedBytes() == 4096)
    #expect(tree.findRecords(withInodeBitsOf: [identity]).isEmpty)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a directory that moves takes its names along", arguments: [true, false])
  func moveTakesNamesAlong(isSettledBetween: Bool) {
    let c = tree.add("c", in: a, inode: 4)
    tree.set("x", in: c, twoNames())
    tree.set("y", in: b, twoNames())
    if isSettledBetween { tree.settleLinks() }
    tree.detach(c)
    if isSettledBetween { #expect(tree.checkInvariantsAfterSettling() == []) }
    tree.attach(c, to: b, as: "c")
    #expect(tree.allocatedBytes(a) == 0)
    #expect(tree.allocatedBytes(b) == 4096)
    #expect(tree.files(b) == 1)
    #expect(tree.allocatedBytes() == 4096)
    #expect(tree.checkInvariants() == [])
  }

  @Test("an inode still counts where it has names when a directory with another goes")
  func directoryWithNameGoes() {
    let c = tree.add("c", in: a, inode: 4)
    tree.set("x", in: c, twoNames())
    tree.set("y", in: b, twoNames())
    tree.settleLinks()
    tree.detach(a)
    #expect(tree.allocatedBytes() == 4096)
    tree.discard(a)
    #expect(tree.allocatedBytes() == 4096)
    #expect(tree.namesOfLinked(twoNames().identity).map(\.directory) == [b])
    #expect(tree.checkInvariants() == [])
  }

  @Test("a name that another file replaces is a name less")
  func nameIsReplaced() {
    tree.set("x", in: a, twoNames())
    tree.set("y", in: b, twoNames())
    tree.settleLinks()
    tree.set("x", in: a, .file(11, bytes: 70, blocks: 16))
    #expect(tree.allocatedBytes(a) == 16 * 512)
    #expect(tree.allocatedBytes(b) == 4096)
    #expect(tree.files() == 2)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a number that a new file took over in one batch counts the new file")
  func inodeNumberIsReused() {
    tree.set("x", in: a, twoNames())
    tree.set("y", in: b, twoNames())
    tree.settleLinks()
    tree.remove("x", in: a)
    tree.remove("y", in: b)
    tree.set("z", in: b, .file(10, bytes: 1, blocks: 2, links: 1))
    #expect(tree.allocatedBytes(b) == 1024)
    #expect(tree.allocatedBytes(a) == 0)
    #expect(tree.entry("z", in: b) == .file)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a second name is news when the first was listed after the inode had lost its old names")
  func secondNameAfterOldOnesWent() {
    tree.set("x", in: a, twoNames())
    tree.settleLinks()
    // In one batch: renamed, listed with one link, linked.
    tree.list([("renamed", .file(10, bytes: 5, blocks: 8))], in: a)
    #expect(tree.set("y", in: b, twoNames()))
    tree.set("renamed", in: a, twoNames())
    #expect(tree.files() == 1)
    #expect(tree.checkInvariants() == [])
  }

  @Test("the same number on another device is another inode")
  func otherDevice() {
    var elsewhere = twoNames()
    elsewhere.identity.device = 8
    tree.set("x", in: a, twoNames())
    tree.set("y", in: a, elsewhere)
    #expect(tree.files(a) == 2)
  }
}

extension SizeTree {
  fileprivate func checkInvariantsAfterSettling() -> [String] {
    settleLinks()
    return checkInvariants()
  }
}
