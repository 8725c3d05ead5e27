import ByteCounts
import Testing

@Suite struct ByteCountFormatTests {
  @Test(
    "an amount is written in the greatest unit that leaves at least one of it",
    arguments: [
      (0, "0 B", "0 B"), (1, "1 B", "1 B"), (999, "999 B", "999 B"), (1000, "1.0 kB", "1000 B"),
      (1023, "1.0 kB", "1023 B"), (1024, "1.0 kB", "1.0 KiB"), (1_500_000, "1.5 MB", "1.4 MiB"),
      (3_000_000_000, "3.0 GB", "2.8 GiB"), (1 << 40, "1.1 TB", "1.0 TiB"), (1 << 50, "1.1 PB", "1.0 PiB"),
      (1 << 60, "1.2 EB", "1.0 EiB"), (UInt64.max, "18.4 EB", "16.0 EiB"),
    ])
  func units(bytes: UInt64, decimal: String, binary: String) {
    #expect(ByteCount(bytes: bytes).formatted(.decimal) == decimal)
    #expect(ByteCount(bytes: bytes).formatted(.binary) == binary)
  }

  @Test(
    "a number that rounding fills up carries into the next unit",
    arguments: [
      (999_949, ByteUnits.decimal, "999.9 kB"), (999_950, .decimal, "1.0 MB"), (999_999, .decimal, "1.0 MB"),
      (999_949_999, .decimal, "999.9 MB"), (999_950_000, .decimal, "1.0 GB"),
      (999_949_999_999_999_999, .decimal, "999.9 PB"), (999_950_000_000_000_000, .decimal, "1.0 EB"),
      (1_048_524, .binary, "1023.9 KiB"), (1_048_525, .binary, "1.0 MiB"), (1_048_575, .binary, "1.0 MiB"),
    ])
  func carry(bytes: UInt64, units: ByteUnits, text: String) {
    #expect(ByteCount(bytes: bytes).formatted(ByteCountFormat(units: units)) == text)
  }

  @Test(
    "decimals are as many as asked for, and halves go up",
    arguments: [
      (12_344_999, 2, "12.34 MB"), (12_345_000, 2, "12.35 MB"), (12_345_678, 0, "12 MB"),
      (12_500_000, 0, "13 MB"),
      (999_499, 0, "999 kB"), (999_500, 0, "1 MB"), (1_000_001, 6, "1.000001 MB"), (1_000_000, 3, "1.000 MB"),
      (999, 3, "999 B"), (UInt64.max, 18, "18.446744073709551615 EB"),
    ])
  func decimals(bytes: UInt64, decimals: Int, text: String) {
    let format = ByteCountFormat(units: .decimal, precision: .decimals(decimals))
    #expect(ByteCount(bytes: bytes).formatted(format) == text)
  }

  @Test(
    "significant digits count on both sides of the point, and none in front of it is lost",
    arguments: [
      (1_234_567, 3, "1.23 MB"), (12_345_678, 3, "12.3 MB"), (123_456_789, 3, "123 MB"),
      (9_994_999, 3, "9.99 MB"), (9_995_000, 3, "10.0 MB"), (99_950_000, 3, "100 MB"),
      (999_499_999, 3, "999 MB"),
      (999_500_000, 3, "1.00 GB"), (123_456_789, 1, "123 MB"), (1_500, 1, "2 kB"), (512, 3, "512 B"),
      (512, 1, "512 B"), (UInt64.max, 19, "18.44674407370955162 EB"),
    ])
  func significantDigits(bytes: UInt64, digits: Int, text: String) {
    let format = ByteCountFormat(units: .decimal, precision: .significantDigits(digits))
    #expect(ByteCount(bytes: bytes).formatted(format) == text)
  }

  @Test("binary numbers above 1000 keep their four digits")
  func fourDigits() {
    let format = ByteCountFormat(units: .binary, precision: .significantDigits(3))
    #expect(ByteCount(bytes: 1_023 << 10).formatted(format) == "1023 KiB")
    #expect(ByteCount(bytes: 1_000 << 20).formatted(.binary) == "1000.0 MiB")
  }

  @Test("the description is the decimal form")
  func description() {
    #expect("\(ByteCount.megabytes(12))" == "12.0 MB")
  }
}
