import ByteCounts
import Testing

@Suite struct AbbreviatedTests {
  @Test(
    "an abbreviation is what du -h and du --si print",
    arguments: [
      (0, "0", "0"), (1, "1", "1"), (999, "999", "999"), (1000, "1000", "1.0k"), (1001, "1001", "1.1k"),
      (1023, "1023", "1.1k"), (1024, "1.0K", "1.1k"), (1025, "1.1K", "1.1k"), (10_000, "9.8K", "10k"),
      (10_138, "10K", "11k"), (999_000, "976K", "999k"), (999_001, "976K", "1.0M"),
      (1_047_552, "1023K", "1.1M"),
      (1_047_553, "1.0M", "1.1M"), (UInt64.max, "16E", "19E"),
    ])
  func likeDu(bytes: UInt64, binary: String, decimal: String) {
    #expect(ByteCount(bytes: bytes).abbreviated(.binary) == binary)
    #expect(ByteCount(bytes: bytes).abbreviated(.decimal) == decimal)
  }
}
