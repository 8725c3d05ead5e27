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
