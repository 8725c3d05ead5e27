import TestSupport
import Testing

@testable import FileEvents

/// The table of owners against a dictionary.
@Suite("The table of watches")
struct WatchTableTests {
  private static func owner(_ subscriber: UInt16, _ token: UInt32 = 1, _ mask: EventMask = .created) -> WatchTable.Owner
  {
    WatchTable.Owner(subscriber: subscriber, token: WatchToken(rawValue: token), mask: mask)
  }

  private func owners(of watch: Int32, in table: WatchTable) -> Set<WatchTable.Owner> {
    var owners: Set<WatchTable.Owner> = []
    table.forEachOwner(of: WatchDescriptor(rawValue: watch)) { owners.insert($0) }
    return owners
  }

  @Test("random insertions and removals leave what a dictionary holds", arguments: [40, 4000] as [Int32])
  func model(_ range: Int32) throws {
    let seed = Seed.announced(for: "watch table of \(range)")
    var generator = SeededGenerator(seed: seed)
    var table = WatchTable()
    var model: [Int32: Set<WatchTable.Owner>] = [:]
    for _ in 0..<40_000 {
      let number = Int32.random(in: 1...range, using: &generator)
      let watch = WatchDescriptor(rawValue: number)
      let owner = Self.owner(.random(in: 1...3, using: &generator), .random(in: 1...2, using: &generator))
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<10:
        table.insert(owner, for: watch)
        model[number, default: []].insert(owner)
      case 10..<18:
        let wasThere = model[number]?.remove(owner) != nil
        let isLast = model[number]?.isEmpty == true
        if isLast { model[number] = nil }
        let wasLast = table.remove(owner, from: watch)
        #expect(wasLast == (wasThere && isLast), "seed \(seed)")
      default:
        table.removeAll(of: watch)
        model[number] = nil
      }
      try #require(table.count == model.count, "seed \(seed)")
    }
    for number in 1...range {
      #expect(owners(of: number, in: table) == model[number] ?? [], "seed \(seed), watch \(number)")
      #expect(table.contains(WatchDescriptor(rawValue: number)) == (model[number] != nil))
    }
    for subscriber in 1...3 as ClosedRange<UInt16> {
      let found = table.watches(of: subscriber).map { "\($0.watch.rawValue) \($0.owner.token.rawValue)" }
      let expected = model.flatMap { (number, owners) in
        owners.filter { $0.subscriber == subscriber }.map { "\(number) \($0.token.rawValue)" }
      }
      #expect(found.sorted() == expected.sorted(), "seed \(seed)")
    }
  }

  @Test("an owner that asks twice is one owner with both masks")
  func union() {
    var table = WatchTable()
    let watch = WatchDescriptor(rawValue: 5)
    for subscriber in [1, 2] as [UInt16] {
      table.insert(Self.owner(subscriber, 1, .created), for: watch)
      table.insert(Self.owner(subscriber, 1, .deleted), for: watch)
    }
    let both: EventMask = [.created, .deleted]
    #expect(owners(of: 5, in: table) == [Self.owner(1, 1, both), Self.owner(2, 1, both)])
  }

  @Test("an empty table knows nobody")
  func empty() {
    var table = WatchTable()
    #expect(owners(of: 1, in: table).isEmpty)
    let wasLast = table.remove(Self.owner(1), from: WatchDescriptor(rawValue: 1))
    #expect(!wasLast)
    table.removeAll(of: WatchDescriptor(rawValue: 1))
    #expect(table.count == 0)
  }
}
