import SizeTrees
import SystemCalls
import Testing

/// Two names with one hash in a directory get another salt, and the directory is listed again.
@Suite("Names whose hashes collide")
struct CollisionTests {
  /// Hashes of three bits, in which the salt decides what collides.
  private static let narrow = NameHashing { salt, name in
    var bits = UInt64(salt) &* 0x9E37_79B9_7F4A_7C15
    for index in name.indices { bits = (bits ^ UInt64(name[index])) &* 0x1000_0000_01B3 }
    return (bits ^ bits >> 29) >> 7 & 7
  }

  private func contents(_ entries: [(String, FileStatus)], salt: UInt8) -> DirectoryContents {
    var contents = DirectoryContents(salt: salt, hashing: Self.narrow)
    for (name, status) in entries { contents.append(name: Array(name.utf8).span, status: status) }
    return contents
  }

  /// The listing with the first salt under which nothing collides.
  private func list(_ entries: [(String, FileStatus)], in tree: SizeTree, from salt: UInt8) throws -> Relisting {
    try #require(
      (salt...UInt8.max).lazy.compactMap { tree.replaceContents(of: .root, with: contents(entries, salt: $0)) }.first)
  }

  @Test("two names of one hash are noticed, of whatever kind they are")
  func collisionIsNoticed() {
    let statuses: [FileStatus] = [.file(10), .file(11, links: 2), .file(12, bytes: 1 << 40), .directory(13)]
    for first in statuses {
      for second in statuses {
        let nine = (0..<9).map { ("\($0)", $0 % 2 == 0 ? first : second) }
        let tree = SizeTree(hashing: Self.narrow)
        #expect(tree.replaceContents(of: .root, with: contents(nine, salt: 0)) == nil)
        #expect(tree.files() == 0)
        #expect(tree.checkInvariants() == [])
      }
    }
  }

  @Test("a file whose name has the hash of a directory's leaves that alone, and asks for a listing")
  func collisionWithDirectory() {
    let tree = SizeTree(hashing: NameHashing { _, _ in 1 })
    let a = tree.add("a", inode: 2)
    let change = tree.setEntry(named: Array("b".utf8).span, in: .root, to: .file(3))
    #expect(change.hasCollided)
    #expect(change.detached == nil)
    #expect(tree.children(of: .root) == [a])
    #expect(!tree.setEntry(named: Array("b".utf8).span, in: .root, to: nil).hasCollided)
    #expect(tree.checkInvariants() == [])
  }

  @Test("two of very many names that have one hash are noticed", arguments: [64, 65, 1000])
  func collisionInTable(names: Int) {
    let spread = NameHashing { _, name in
      // The numbers as they are, but for the last, which is like the first.
      let number = UInt64(String(decoding: (0..<name.count).map { name[$0] }, as: UTF8.self)) ?? 0
      return (number == 9999 ? 1 : number) &* 0x9E37_79B9_7F4A_7C15 & (1 << 56 - 1)
    }
    let tree = SizeTree(hashing: spread)
    var contents = DirectoryContents(hashing: spread)
    for number in 1..<names { contents.append(name: Array("\(number)".utf8).span, status: .file(UInt64(number))) }
    #expect(tree.replaceContents(of: .root, with: contents) != nil)
    contents.append(name: Array("9999".utf8).span, status: .file(9999))
    #expect(tree.replaceContents(of: .root, with: contents) == nil)
    #expect(tree.files() == UInt64(names - 1))
    #expect(tree.checkInvariants() == [])
  }

  @Test("four names under eight hashes all count, under a salt that fits")
  func saltThatFits() throws {
    let tree = SizeTree(hashing: Self.narrow)
    let names = ["a", "bb", "ccc", "dddd"]
    _ = try list(names.enumerated().map { ($1, .file(UInt64(10 + $0), bytes: 1)) }, in: tree, from: 0)
    #expect(tree.files() == 4)
    for name in names { #expect(tree.entry(name) == .file) }
    #expect(tree.checkInvariants() == [])
  }

  @Test("directories keep their nodes, and links their names, when a directory's salt changes")
  func saltChanges() throws {
    let tree = SizeTree(hashing: Self.narrow)
    let linked = FileStatus.file(20, bytes: 9, links: 2)
    let entries: [(String, FileStatus)] = [
      ("f", .file(10, bytes: 1)), ("g", .file(11, bytes: 1 << 40)), ("l", linked), ("d", .directory(12)),
    ]
    let first = try list(entries, in: tree, from: 0)
    let d = try #require(first.directories.first?.handle.id)
    tree.set("inside", in: d, .file(30, bytes: 100))
    tree.settleLinks()
    let again = try list(entries, in: tree, from: tree.salt(of: .root) + 1)
    #expect(again.directories.map(\.handle.id) == [d])
    #expect(again.directories.map(\.isNew) == [false])
    #expect(again.detached.isEmpty)
    #expect(tree.apparentBytes() == 110 + 1 << 40)
    #expect(tree.entry("l") == .linked(linked.identity))
    #expect(tree.checkInvariants() == [])
  }

  @Test("old directories that collide under the new salt are detached, each of them")
  func oldDirectoriesCollide() throws {
    let tree = SizeTree(hashing: Self.narrow)
    let names = ["a", "bb", "ccc", "dddd"]
    let first = try list(names.enumerated().map { ($1, .directory(UInt64(10 + $0), blocks: 1)) }, in: tree, from: 0)
    let hashes = { (salt: UInt8) in Set(names.map { Self.narrow.hash($0, salt: salt) }) }
    let salt = try #require((1...UInt8.max).first { hashes($0).count < names.count })
    let relisting = try #require(
      tree.replaceContents(of: .root, with: contents([("f", .file(30, blocks: 5))], salt: salt)))
    #expect(Set(relisting.detached) == Set(first.directories.map(\.handle.id)))
    #expect(tree.allocatedBytes() == 5 * 512)
    for id in relisting.detached { tree.discard(id) }
    #expect(tree.checkInvariants() == [])
  }

  @Test("of names that collide under every salt, one each stays")
  func removingCollisions() {
    let tree = SizeTree(hashing: Self.narrow)
    let many = (0..<100).map { ("\($0)", FileStatus.file(UInt64(10 + $0), bytes: 1 << ($0 % 40), blocks: 1)) }
    var contents = contents(many + [("d", .directory(9))], salt: 0)
    #expect(tree.replaceContents(of: .root, with: contents) == nil)
    contents.removeCollisions()
    #expect(contents.count <= 8)
    #expect(tree.replaceContents(of: .root, with: contents) != nil)
    #expect(tree.checkInvariants() == [])
  }
}

extension NameHashing {
  /// The hash through a tree, as nothing else may ask for it.
  fileprivate func hash(_ name: String, salt: UInt8) -> NameHash {
    let tree = SizeTree(hashing: self)
    _ = tree.replaceContents(of: .root, with: DirectoryContents(salt: salt, hashing: self))
    return tree.nameHash(of: Array(name.utf8), in: .root)
  }
}
