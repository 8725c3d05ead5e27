import ByteCounts
import Testing

@Suite struct BlockSizeTests {
  @Test("a unit without a number stands behind each number, as du writes it", arguments: blockSizes)
  func suffixes(text: String, bytes: UInt64, printed: String) throws {
    let block = try BlockSize(parsing: text)
    #expect(block.bytes == bytes)
    #expect(block.text(for: ByteCount(bytes: 1_000_001)) == printed)
  }

  @Test("a part of a block counts as a whole one")
  func roundingUp() throws {
    let block = try BlockSize(bytes: 4096)
    #expect(block.blocks(in: .zero) == 0)
    #expect(block.blocks(in: .bytes(1)) == 1)
    #expect(block.blocks(in: .bytes(4096)) == 1)
    #expect(block.blocks(in: .bytes(4097)) == 2)
    #expect(block.blocks(in: .bytes(.max)) == 1 << 52)
    #expect(BlockSize.byte.blocks(in: .bytes(.max)) == .max)
  }

  @Test("a block of no bytes, or of too many, is refused", arguments: refusals)
  func refused(text: String, code: ByteCountError.Code) {
    #expect(throws: ByteCountError(code: code, text: text)) { try BlockSize(parsing: text) }
  }

  @Test("a block of 0 bytes cannot be made from a number")
  func zero() {
    #expect(throws: ByteCountError(code: .zeroBlock, text: "0")) { try BlockSize(bytes: 0) }
  }
}

private let blockSizes: [(String, UInt64, String)] = [
  ("1", 1, "1000001"), ("1B", 1, "1000001"), ("K", 1024, "977K"), ("k", 1024, "977K"), ("KB", 1000, "1001kB"),
  ("kB", 1000, "1001kB"), ("KiB", 1024, "977KiB"), ("kiB", 1024, "977KiB"), ("m", 1_048_576, "1M"),
  ("MB", 1_000_000, "2MB"), ("E", 1_152_921_504_606_846_976, "1E"), ("1K", 1024, "977"), ("4K", 4096, "245"),
  ("1.5k", 1536, "652"),
]

private let refusals: [(String, ByteCountError.Code)] = [
  ("0", .zeroBlock), ("0K", .zeroBlock), ("Z", .tooLarge), ("16E", .tooLarge), ("", .empty),
  ("x", .notANumber),
  ("B", .notANumber),
]
