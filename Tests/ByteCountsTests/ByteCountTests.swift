import ByteCounts
import Testing

@Suite struct ByteCountTests {
  @Test("amounts in units are those that the units say")
  func units() {
    #expect(ByteCount.bytes(7).bytes == 7)
    let decimal: [ByteCount] = [
      .kilobytes(2), .megabytes(2), .gigabytes(2), .terabytes(2), .petabytes(2), .exabytes(2),
    ]
    let binary: [ByteCount] = [
      .kibibytes(2), .mebibytes(2), .gibibytes(2), .tebibytes(2), .pebibytes(2), .exbibytes(2),
    ]
    var (thousands, powers): (UInt64, UInt64) = (2, 2)
    for (decimal, binary) in zip(decimal, binary) {
      thousands *= 1000
      powers *= 1024
      #expect(decimal.bytes == thousands)
      #expect(binary.bytes == powers)
    }
  }

  @Test("an amount that does not fit becomes the greatest")
  func saturation() {
    #expect(ByteCount.exabytes(19).bytes == .max)
    #expect(ByteCount.exbibytes(16).bytes == .max)
    #expect((ByteCount.exbibytes(15) + .exbibytes(1)).bytes == .max)
    var sum = ByteCount.bytes(.max)
    sum += .bytes(1)
    #expect(sum.bytes == .max)
    #expect(ByteCount.kilobytes(1) + .bytes(24) == .kibibytes(1))
  }

  @Test("amounts are ordered by their bytes")
  func order() {
    #expect(ByteCount.megabytes(1) < .mebibytes(1))
    #expect(!(ByteCount.zero < .zero))
    #expect([ByteCount.bytes(3), .bytes(1), .bytes(2)].max() == .bytes(3))
  }
}
