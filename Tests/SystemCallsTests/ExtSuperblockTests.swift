import Testing

@testable import SystemCalls

@Suite("Records of ext file systems")
struct ExtSuperblockTests {
  private static func record(
    reserved: UInt32 = 100, high: UInt32 = 0, blockShift: UInt32 = 2, clusterShift: UInt32 = 2, magic: UInt32 = 0xEF53
  ) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: ExtSuperblock.length)
    for (offset, number) in [
      (0x8, reserved), (0x18, blockShift), (0x1C, clusterShift), (0x38, magic), (0x154, high),
    ] {
      for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> UInt32(8 * index)) }
    }
    return bytes
  }

  @Test("what is kept for root is counted in blocks, what the kernel keeps in clusters")
  func sum() {
    #expect(ExtSuperblock(Self.record())?.reservedBytes(besides: 10) == 110 * 4096)
    #expect(ExtSuperblock(Self.record(clusterShift: 6))?.reservedBytes(besides: 10) == 100 * 4096 + 10 * 65536)
    #expect(ExtSuperblock(Self.record(reserved: 1, high: 1))?.reservedBytes(besides: 0) == (1 << 32 + 1) * 4096)
  }

  @Test("the largest blocks and clusters that can be mounted are known")
  func largest() {
    let record = ExtSuperblock(Self.record(reserved: 1, blockShift: 6, clusterShift: 20))
    #expect(record?.reservedBytes(besides: 1) == 1 << 16 + 1 << 30)
  }

  @Test("what someone has written over a record is none")
  func nonsense() {
    #expect(ExtSuperblock(Self.record(magic: 0x53EF)) == nil)
    #expect(ExtSuperblock(Self.record(blockShift: 7)) == nil)
    #expect(ExtSuperblock(Self.record(clusterShift: 21)) == nil)
    #expect(ExtSuperblock(Self.record(clusterShift: 50)) == nil)
    #expect(ExtSuperblock(Self.record(clusterShift: .max)) == nil)
    #expect(ExtSuperblock([]) == nil)
  }

  @Test(
    "what is more than there can be is not known", arguments: [(0x1000_0000, 0), (0, 1 << 62), (0x0FFF_FFFF, 1 << 44)])
  func overflow(high: UInt32, clusters: UInt64) {
    let record = ExtSuperblock(Self.record(reserved: .max, high: high, blockShift: 6, clusterShift: 10))
    #expect(record != nil && record?.reservedBytes(besides: clusters) == nil)
  }
}
