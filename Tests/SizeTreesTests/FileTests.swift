import SystemCalls
import Testing

@testable import SizeTrees

@Suite("Files in a tree")
struct FileTests {
  let tree = SizeTree()

  @Test("a file counts in its directory and in every directory above")
  func fileCountsInEveryDirectoryAbove() {
    let a = tree.add("a", inode: 2)
    let b = tree.add("b", in: a, inode: 3)
    tree.set("f", in: b, .file(10, bytes: 5, blocks: 8))
    for id in [.root, a, b] {
      #expect(tree.allocatedBytes(id) == 4096)
      #expect(tree.apparentBytes(id) == 5)
      #expect(tree.files(id) == 1)
    }
    #expect(tree.checkInvariants() == [])
  }

  @Test("a file does not count in the directories beside its own")
  func fileDoesNotCountBeside() {
    let a = tree.add("a", inode: 2)
    let b = tree.add("b", inode: 3)
    tree.set("f", in: a, .file(10, bytes: 5, blocks: 8))
    #expect(tree.usage(b) == PublishedUsage(allocatedBytes: 0, apparentBytes: 0, files: 0, directories: 1, reasons: 0))
  }

  @Test("a name that is set again has its new sizes only", arguments: [0, 3, 1 << 40] as [UInt64])
  func settingAgainReplacesSizes(bytes: UInt64) {
    tree.set("f", .file(10, bytes: 100, blocks: 8))
    tree.set("f", .file(10, bytes: bytes, blocks: bytes / 512))
    #expect(tree.apparentBytes() == bytes)
    #expect(tree.allocatedBytes() == bytes / 512 * 512)
    #expect(tree.files() == 1)
    #expect(tree.checkInvariants() == [])
  }

  @Test("another inode under the same name replaces the file")
  func anotherInodeReplaces() {
    tree.set("f", .file(10, bytes: 100, blocks: 8))
    tree.set("f", .file(11, bytes: 7, blocks: 16))
    #expect(tree.apparentBytes() == 7)
    #expect(tree.files() == 1)
  }

  @Test("a removed file leaves nothing")
  func removedFileLeavesNothing() {
    let before = tree.usage()
    tree.set("f", .file(10, bytes: 100, blocks: 8))
    #expect(tree.remove("f"))
    #expect(tree.usage() == before)
    #expect(tree.entry("f") == nil)
  }

  @Test("removing a name that is not there changes nothing")
  func removingNothing() {
    tree.set("f", .file(10, bytes: 100, blocks: 8))
    #expect(!tree.remove("g"))
    #expect(tree.files() == 1)
  }

  @Test("a directory whose name stands for something else is out of the tree, and whole")
  func replacingDirectory() {
    let a = tree.add("a", inode: 2)
    tree.set("f", in: a, .file(10, bytes: 100, blocks: 8))
    let name = Array("a".utf8)
    let change = tree.setEntry(named: name.span, in: .root, to: .file(11, bytes: 5, blocks: 16))
    #expect(change.wasThere)
    #expect(change.detached == a)
    #expect(tree.child(named: name, of: .root) == nil)
    #expect(tree.files() == 1)
    #expect(tree.setEntry(named: name.span, in: .root, to: nil).detached == nil)
    tree.attach(a, as: "b")
    #expect(tree.setEntry(named: Array("b".utf8).span, in: .root, to: nil).detached == a)
    tree.attach(a, as: "a")
    #expect(tree.files() == 1)
    #expect(tree.checkInvariants() == [])
  }

  @Test("only regular files and symbolic links have apparent bytes")
  func apparentBytesOfKinds() {
    tree.set("regular", .file(10, bytes: 1))
    tree.set("link", .file(11, bytes: 20, kind: .symbolicLink))
    tree.set("device", .file(12, bytes: 300, kind: .other))
    _ = tree.insertDirectory(named: Array("d".utf8), in: .root, .directory(13, bytes: 4096))
    #expect(tree.apparentBytes() == 21)
    #expect(tree.files() == 3)
  }

  @Test("a file that has outgrown its record, and has shrunk again, is exact")
  func outgrownRecord() {
    let sizes: [(bytes: UInt64, blocks: UInt64)] = [
      (1 << 29 - 1, 1 << 19 - 1), (1 << 29, 1), (1, 1 << 19), (1 << 62, 1 << 50), (3, 8),
    ]
    for size in sizes {
      tree.set("f", .file(10, bytes: size.bytes, blocks: size.blocks))
      #expect(tree.apparentBytes() == size.bytes)
      #expect(tree.allocatedBytes() == size.blocks * 512)
      #expect(tree.checkInvariants() == [])
    }
    tree.remove("f")
    #expect(tree.checkInvariants() == [])
  }

  @Test("names are bytes: any that differ are different files")
  func namesAreBytes() {
    let names: [[UInt8]] = [[0xFF], [0xFE], [0x0A], [0xFF, 0x0A], [0x41], [0x61], Array(repeating: 0x78, count: 255)]
    for (number, name) in names.enumerated() {
      tree.setEntry(named: name.span, in: .root, to: .file(UInt64(10 + number), bytes: 1))
    }
    #expect(tree.files() == UInt32(names.count))
    for name in names { #expect(tree.setEntry(named: name.span, in: .root, to: nil).wasThere) }
    #expect(tree.files() == 0)
  }
}
