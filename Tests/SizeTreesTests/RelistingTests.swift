import SystemCalls
import Testing

@testable import SizeTrees

@Suite("Making a directory equal a listing")
struct RelistingTests {
  let tree = SizeTree()

  @Test("a directory has what its listing has")
  func hasWhatTheListingHas() {
    tree.set("gone", .file(9, bytes: 100, blocks: 8))
    tree.list([
      ("f", .file(10, bytes: 5, blocks: 8)), ("big", .file(11, bytes: 1 << 41, blocks: 1)),
      ("linked", .file(12, bytes: 7, blocks: 2, links: 2)), ("also", .file(12, bytes: 7, blocks: 2, links: 2)),
      ("d", .directory(13, blocks: 3)),
    ])
    let expected = PublishedUsage(
      allocatedBytes: 14 * 512, apparentBytes: 12 + 1 << 41, files: 3, directories: 2, reasons: 0)
    #expect(tree.usage() == expected)
    #expect(tree.entry("gone") == nil)
    #expect(tree.checkInvariants() == [])
  }

  @Test("an empty listing empties a directory")
  func emptyListing() {
    tree.list([("f", .file(10, bytes: 1 << 41)), ("l", .file(11, links: 2)), ("d", .directory(12))])
    let relisting = tree.list([])
    #expect(tree.usage().files == 0)
    #expect(relisting.detached.count == 1)
    for id in relisting.detached { tree.discard(id) }
    #expect(tree.checkInvariants() == [])
  }

  @Test("a directory of the same name and identity stays, with everything in it")
  func directoryStays() {
    let d = tree.add("d", inode: 2)
    tree.set("f", in: d, .file(10, bytes: 5, blocks: 8))
    tree.set("l", in: d, .file(11, bytes: 5, blocks: 8, links: 2))
    let relisting = tree.list([("new", .file(12, blocks: 1)), ("d", .directory(2, blocks: 16))])
    #expect(relisting.directories.map(\.handle.id) == [d])
    #expect(relisting.directories.map(\.isNew) == [false])
    #expect(relisting.detached.isEmpty)
    #expect(tree.allocatedBytes() == (16 + 16 + 1) * 512)
    #expect(tree.checkInvariants() == [])
  }

  @Test("another directory under the same name is new, and the old one is detached with its bytes")
  func directoryIsReplaced() {
    let d = tree.add("d", inode: 2)
    tree.set("f", in: d, .file(10, bytes: 5, blocks: 8))
    let relisting = tree.list([("d", .directory(3, blocks: 1))])
    #expect(relisting.detached == [d])
    #expect(relisting.directories.map(\.isNew) == [true])
    #expect(tree.allocatedBytes() == 512)
    #expect(tree.allocatedBytes(d) == 4096)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a directory under a new name is new: only a move keeps a node")
  func directoryIsRenamed() {
    let d = tree.add("d", inode: 2)
    let relisting = tree.list([("e", .directory(2))])
    #expect(relisting.detached == [d])
    #expect(relisting.directories.map(\.isNew) == [true])
  }

  @Test("a file takes the place of a directory, and a directory that of a file")
  func kindsChange() {
    let x = tree.add("x", inode: 2)
    tree.set("y", .file(3, blocks: 8))
    let relisting = tree.list([("x", .file(4, blocks: 1)), ("y", .directory(5, blocks: 2))])
    #expect(relisting.detached == [x])
    #expect(tree.usage().allocatedBytes == 3 * 512)
    #expect(tree.entry("x") == .file)
    #expect(tree.checkInvariants() == [])
  }

  @Test("inodes with several names are told when the tree meets them first")
  func tellsLinked() {
    let linked = FileStatus.file(10, links: 2)
    #expect(tree.list([("x", linked), ("y", linked)]).addedLinked == [linked.identity])
    #expect(tree.list([("x", linked), ("y", linked)]).addedLinked.isEmpty)
    #expect(tree.checkInvariantsOfSettled() == [])
  }

  @Test("a name whose inode has no other any more becomes an ordinary file")
  func linkedBecomesOrdinary() {
    let d = tree.add("d", inode: 2)
    tree.set("x", .file(10, blocks: 8, links: 2))
    tree.set("y", in: d, .file(10, blocks: 8, links: 2))
    tree.settleLinks()
    tree.remove("y", in: d)
    tree.list([("x", .file(10, blocks: 8)), ("d", .directory(2, blocks: 0))])
    #expect(tree.allocatedBytes() == 4096)
    #expect(tree.entry("x") == .file)
    #expect(tree.checkInvariants() == [])
  }

  @Test("an inode that got another name after it was looked at is told, so that it is looked at again")
  func listingIsOlderThanLink() {
    let d = tree.add("d", inode: 2)
    let contents = tree.contents(of: d, [("x", .file(10, blocks: 8)), ("z", .file(11, blocks: 8))])
    let linked = FileStatus.file(10, blocks: 8, links: 2)
    tree.set("y", linked)
    #expect(tree.replaceContents(of: d, with: contents)?.addedLinked == [linked.identity])
    tree.set("x", in: d, linked)
    #expect(tree.files() == 2)
    #expect(tree.checkInvariants() == [])
  }

  @Test("an inode that lost a name is told when it has others: it may have been written to")
  func tellsLost() {
    let d = tree.add("d", inode: 2)
    let shared = FileStatus.file(10, links: 2)
    tree.set("x", in: d, shared)
    tree.set("y", shared)
    tree.set("alone", in: d, .file(11, links: 2))
    #expect(tree.list([], in: d).lostLinked == [shared.identity])
    #expect(tree.list([], in: d).lostLinked.isEmpty)
  }

  @Test("a directory is listed in a detached subtree too")
  func listsDetached() {
    let d = tree.add("d", inode: 2)
    tree.detach(d)
    tree.list([("f", .file(10, blocks: 8)), ("l", .file(11, blocks: 8, links: 2))], in: d)
    #expect(tree.allocatedBytes(d) == 8192)
    #expect(tree.allocatedBytes() == 0)
    tree.attach(d, as: "d")
    #expect(tree.allocatedBytes() == 8192)
    #expect(tree.checkInvariants() == [])
  }

  @Test("parts of a listing add up to the whole")
  func partsAddUp() {
    var whole = tree.contents(of: .root, [("f", .file(10, blocks: 1)), ("d", .directory(2, blocks: 2))])
    whole.append(contentsOf: tree.contents(of: .root, [("g", .file(11, blocks: 4)), ("l", .file(12, links: 2))]))
    #expect(whole.count == 4)
    _ = tree.replaceContents(of: .root, with: whole)
    #expect(tree.allocatedBytes() == 7 * 512)
    #expect(tree.files() == 3)
    #expect(tree.checkInvariants() == [])
  }
}

extension SizeTree {
  fileprivate func checkInvariantsOfSettled() -> [String] {
    settleLinks()
    return checkInvariants()
  }
}
