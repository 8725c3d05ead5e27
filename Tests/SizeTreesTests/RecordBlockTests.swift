import SystemCalls
import TestSupport
import Testing

@testable import SizeTrees

@Suite("The block of a directory's records")
struct RecordBlockTests {
  private func record(_ hash: UInt64) -> FileRecord {
    FileRecord(NameHash(rawValue: hash), directory: .root)
  }

  /// Hashes that are spread as a good function spreads them.
  private func spread(_ number: Int) -> UInt64 {
    NameHash(rawValue: UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15 >> 8).rawValue
  }

  private func hashes(in block: RecordBlock) -> Set<UInt64> {
    var found: Set<UInt64> = []
    block.forEach { found.insert($0.hash.rawValue) }
    return found
  }

  @Test("a block holds what was put in and not taken out", arguments: [4, 60, 70, 1000, 20_000])
  func holdsWhatIsIn(limit: Int) {
    var random = SeededGenerator(seed: Seed.announced(for: "records, up to \(limit)"))
    var block = RecordBlock()
    defer { block.deallocate() }
    var expected: Set<UInt64> = []
    var order: [UInt64] = []
    // Grows, shrinks to a third, and grows again.
    for target in [limit, limit / 3, limit, 0] {
      while order.count != target {
        if order.count < target {
          let hash = UInt64.random(in: 1..<1 << 48, using: &random)
          guard expected.insert(hash).inserted else { continue }
          order.append(hash)
          block.insert(record(hash))
        } else {
          order.swapAt(.random(in: order.indices, using: &random), order.count - 1)
          let hash = order.removeLast()
          expected.remove(hash)
          block.find(NameHash(rawValue: hash)).map { block.remove(at: $0) }
        }
      }
      #expect(hashes(in: block) == expected)
      #expect(Int(block.count) == expected.count)
      #expect(order.allSatisfy { block.find(NameHash(rawValue: $0)) != nil })
    }
    #expect(block.capacity == 0)
  }

  @Test("a block that grows by one record after the other moves each of them few times")
  func growth() {
    var block = RecordBlock()
    defer { block.deallocate() }
    var moves = 0
    for number in 0..<100_000 {
      let capacity = block.capacity
      block.insert(record(spread(number)))
      if number >= 64, block.capacity != capacity { moves += number }
    }
    #expect(moves < 5 * 100_000)
  }

  @Test("hashes that all begin at one slot are found, and still when any of them is gone", arguments: 0..<70)
  func clustered(victim: Int) {
    var block = RecordBlock()
    defer { block.deallocate() }
    // The last slot's share of all hashes: the cluster goes on at the beginning.
    let cluster = (0..<70).map { (1 << 48) - 1 - UInt64($0) }
    for hash in cluster { block.insert(record(hash)) }
    block.find(NameHash(rawValue: cluster[victim])).map { block.remove(at: $0) }
    for (number, hash) in cluster.enumerated() {
      #expect((block.find(NameHash(rawValue: hash)) != nil) == (number != victim))
    }
  }

  @Test("a block made for a listing is exactly as large, and nearly full when it is a table")
  func exactlyAsLarge() {
    for count in [1, 2, 20, 63, 64, 65, 100, 10_000] {
      var block = RecordBlock(reserving: count)
      let reserved = block.capacity
      for number in 0..<count { block.insert(record(spread(number))) }
      #expect(block.capacity == reserved)
      #expect(count <= 64 ? Int(reserved) == count : Int(reserved) * 10 <= count * 12)
      block.deallocate()
    }
  }

  @Test("a table that lost most of its records gives the memory back")
  func shrinks() {
    var block = RecordBlock()
    defer { block.deallocate() }
    for number in 0..<10_000 { block.insert(record(spread(number))) }
    let full = block.capacity
    for number in 0..<9_900 { block.find(NameHash(rawValue: spread(number))).map { block.remove(at: $0) } }
    #expect(Int(block.count) == 100)
    #expect(block.capacity * 20 < full)
  }

  @Test("a record says again what was put in")
  func recordRoundTrip() throws {
    let status = FileStatus(
      identity: FileIdentity(device: 7, inode: 12), kind: .symbolicLink, sizeBytes: 1 << 29 - 1, blocks: 1 << 19 - 1,
      lastUse: 1_700_000_000)
    let hash = NameHash(rawValue: .max)
    let record = try #require(FileRecord(hash, status))
    #expect(record.hash == hash)
    #expect(record.ownSums == .file(1 << 19 - 1, 1 << 29 - 1))
    #expect(record.lastUse == 1_700_000_000)
    #expect(record.identityBits == status.identity.bits)
    #expect(record.mayBe(status))
  }

  @Test("a time before 1970 or after 2106 is the nearest that a record can say")
  func lastUseIsClamped() throws {
    var status = FileStatus.file(10)
    status.lastUse = -5
    #expect(try #require(FileRecord(NameHash(rawValue: 1), status)).lastUse == 0)
    status.lastUse = 1 << 40
    #expect(try #require(FileRecord(NameHash(rawValue: 1), status)).lastUse == UInt32.max)
  }

  @Test("sizes that do not fit make no record")
  func tooLarge() {
    #expect(FileRecord(NameHash(rawValue: 1), .file(10, bytes: 1 << 29)) == nil)
    #expect(FileRecord(NameHash(rawValue: 1), .file(10, blocks: 1 << 19)) == nil)
  }
}
