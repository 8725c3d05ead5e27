import ByteCounts
import Testing

@Suite struct ByteCountParsingTests {
  @Test("a size is a number and a unit, in du's meaning", arguments: plainSizes)
  func likeDu(text: String, bytes: UInt64) throws {
    #expect(try ByteCount(parsing: text).bytes == bytes)
  }

  @Test("decimals are taken exactly, and halves of a byte go up", arguments: decimalSizes)
  func decimals(text: String, bytes: UInt64) throws {
    #expect(try ByteCount(parsing: text).bytes == bytes)
  }

  @Test("what is no size is refused with its reason", arguments: refusals)
  func refused(text: String, code: ByteCountError.Code) {
    #expect(throws: ByteCountError(code: code, text: text)) { try ByteCount(parsing: text) }
  }

  @Test("every whole number of bytes reads back")
  func plainNumbers() throws {
    for amount in SampleAmounts.all {
      #expect(try ByteCount(parsing: "\(amount.bytes)") == amount)
      #expect(try ByteCount(parsing: "\(amount.bytes) B") == amount)
    }
  }

  @Test("an error says what is wrong and what helps, and cannot move a cursor")
  func messages() {
    #expect(
      "\(ByteCountError(code: .unknownUnit, text: "10Q\u{1B}[2J"))"
        == "'10Q\\u{1B}[2J' is not a size: the unit is unknown; use K, M, G, T, P or E (powers of 1024), "
        + "or kB, MB, ... (of 1000)")
    #expect("\(ByteCountError(code: .empty, text: ""))".hasSuffix("such as 500M or 2GB"))
  }
}

private let plainSizes: [(String, UInt64)] = [
  ("0", 0), ("512", 512), ("007", 7), ("12B", 12), ("10K", 10_240), ("10k", 10_240), ("10KiB", 10_240),
  ("10kiB", 10_240), ("10kB", 10_000), ("10KB", 10_000), ("10M", 10_485_760), ("10m", 10_485_760),
  ("10MB", 10_000_000), ("10mB", 10_000_000), ("10MiB", 10_485_760), ("3G", 3_221_225_472),
  ("3g", 3_221_225_472),
  ("2T", 2_199_023_255_552), ("2t", 2_199_023_255_552), ("1P", 1_125_899_906_842_624),
  ("1E", 1_152_921_504_606_846_976), ("18EB", 18_000_000_000_000_000_000), ("0Y", 0),
  ("18446744073709551615", 18_446_744_073_709_551_615),
]

private let decimalSizes: [(String, UInt64)] = [
  ("1.5G", 1_610_612_736), ("1.5GB", 1_500_000_000), ("12.34 MB", 12_340_000), ("0.5K", 512), ("1.0K", 1024),
  ("0.0K", 0), ("0.0001kB", 0), ("0.0005kB", 1), ("0.00048828125K", 1), ("0.000488281249K", 0),
  ("0.000000000000000001E", 1), ("15.999999999999999999E", 18_446_744_073_709_551_615),
  ("18.446744073709551615EB", 18_446_744_073_709_551_615),
]

private let refusals: [(String, ByteCountError.Code)] = [
  ("", .empty), ("-1", .negative), ("-5M", .negative), ("M", .notANumber), (" 1", .notANumber),
  ("+1", .notANumber),
  (".5K", .notANumber), ("1.K", .notANumber), ("1.", .notANumber), ("abc", .notANumber),
  ("\u{0661}K", .notANumber),
  ("15.9999999999999999999E", .notANumber), ("0x10", .unknownUnit), ("1e3", .unknownUnit),
  ("1,5K", .unknownUnit),
  ("10Q!", .unknownUnit), ("10p", .unknownUnit), ("10kb", .unknownUnit), ("10Ki", .unknownUnit),
  ("10BB", .unknownUnit), ("10 ", .unknownUnit), ("10  K", .unknownUnit), ("10K ", .unknownUnit),
  ("1\u{0}", .unknownUnit), ("1\u{301}K", .unknownUnit), ("1.2.3K", .unknownUnit), ("1.5", .fractionOfByte),
  ("1.5B", .fractionOfByte), ("0.0", .fractionOfByte), ("16E", .tooLarge), ("1Z", .tooLarge),
  ("1Q", .tooLarge),
  ("18.5EB", .tooLarge), ("18.446744073709551616EB", .tooLarge), ("18446744073709551616", .tooLarge),
  (String(repeating: "9", count: 100), .tooLarge),
]
