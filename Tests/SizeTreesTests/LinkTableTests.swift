import SystemCalls
import TestSupport
import Testing

@testable import SizeTrees

@Suite("The table of inodes with several names")
struct LinkTableTests {
  /// Identities of which each has the same bits as another: among so many there are a few.
  private static let colliding: [FileIdentity] = {
    var random = SeededGenerator(seed: 1)
    var byBits: [UInt32: [FileIdentity]] = [:]
    for _ in 0..<300_000 {
      let identity = FileIdentity(device: 7, inode: random.next())
      byBits[identity.bits, default: []].append(identity)
    }
    return byBits.values.filter { $0.count > 1 }.flatMap(\.self)
  }()

  private func status(_ identity: FileIdentity) -> FileStatus {
    FileStatus(identity: identity, kind: .regular, links: 2)
  }

  @Test("inodes whose bits are equal are told apart, in whatever order they go")
  func equalBits() throws {
    try #require(Self.colliding.count >= 4)
    let identities = Self.colliding
    for isFromTheFront in [true, false] {
      var table = LinkTable()
      for identity in identities { _ = table.insert(status(identity)) }
      for identity in isFromTheFront ? identities : Array(identities.reversed()) {
        let place = try #require(table.place(of: identity))
        #expect(table[place].identity == identity)
        table.remove(place)
        #expect(table.place(of: identity) == nil)
      }
      #expect(table.count == 0)
    }
  }

  @Test("a record's bits lead to every inode that has them and has names")
  func bitsLeadToAll() throws {
    let first = try #require(Self.colliding.first)
    let second = try #require(Self.colliding.first { $0.bits == first.bits && $0 != first })
    var table = LinkTable()
    let name = LinkedName(directory: .root, hash: NameHash(rawValue: 1))
    for identity in [first, second] { table[table.insert(status(identity))].names.insert(name) }
    #expect(Set(table.identities(withBits: first.bits)) == [first, second])
    let place = try #require(table.place(of: first))
    table[place].names.remove(name)
    #expect(table.identities(withBits: first.bits) == [second])
  }

  @Test("the table finds every inode however many there are, and no other")
  func findsAll() {
    var random = SeededGenerator(seed: 2)
    let identities = (0..<20_000).map { _ in FileIdentity(device: random.next() % 3, inode: random.next()) }
    var table = LinkTable()
    for _ in 0..<2 {
      let places = identities.map { table.insert(status($0)) }
      #expect(identities.map(table.place) == places)
      #expect(!identities.contains { !table.mayHold($0.bits) })
      #expect((0..<20_000).allSatisfy { table.place(of: FileIdentity(device: 9, inode: $0)) == nil })
      for place in places { table.remove(place) }
      #expect(table.count == 0)
      #expect(identities.allSatisfy { table.place(of: $0) == nil })
    }
  }

  @Test("most files that are not in the table need no look-up")
  func filters() {
    var random = SeededGenerator(seed: 3)
    var table = LinkTable()
    for _ in 0..<20_000 { _ = table.insert(status(FileIdentity(device: 7, inode: random.next()))) }
    let others = (0..<20_000).filter { _ in table.mayHold(FileIdentity(device: 7, inode: random.next()).bits) }
    #expect(others.count < 20_000 / 10)
  }

  @Test("an inode with one name in the tree takes 64 bytes")
  func size() {
    #expect(MemoryLayout<LinkedInode>.stride == 64)
  }

  @Test("names are kept once each, few or many", arguments: [1, 16, 17, 1000])
  func names(count: Int) {
    let names = (0..<count).map {
      LinkedName(directory: DirectoryID(rawValue: UInt32($0 % 7)), hash: NameHash(rawValue: UInt64($0)))
    }
    var kept = LinkedNames()
    for name in names + names { kept.insert(name) }
    #expect(kept.count == count)
    #expect(Set(kept.all) == Set(names))
    for name in names { kept.remove(name) }
    #expect(kept.count == 0)
    #expect(kept.all.isEmpty)
  }
}
