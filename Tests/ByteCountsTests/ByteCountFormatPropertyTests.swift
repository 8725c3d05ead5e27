import ByteCounts
import Testing

@Suite struct ByteCountFormatPropertyTests {
  private static let formats: [ByteCountFormat] =
    ByteUnits.allCases.flatMap { units in
      [ByteCountFormat.Precision.decimals(0), .decimals(1), .decimals(2), .decimals(7)]
        .map { ByteCountFormat(units: units, precision: $0) }
        + [ByteCountFormat.Precision.significantDigits(1), .significantDigits(3), .significantDigits(5)]
        .map { ByteCountFormat(units: units, precision: $0) }
    }

  @Test("a formatted amount reads back as itself within half of its last digit", arguments: formats)
  func roundTrip(format: ByteCountFormat) throws {
    for amount in SampleAmounts.all {
      let text = amount.formatted(format)
      let back: ByteCount
      do {
        back = try ByteCount(parsing: text)
      } catch {
        // What is rounded up beyond 2^64-1 cannot be read back.
        #expect(error.code == .tooLarge && amount > .exabytes(15), "\(amount.bytes) as \(text)")
        continue
      }
      let distance = back.difference(from: amount).magnitude.bytes
      let lastDigit = try Self.lastDigit(of: text)
      #expect(distance <= lastDigit / 2 + 1, "\(amount.bytes) as \(text)")
    }
  }

  @Test("a greater amount is never written as a smaller one", arguments: formats)
  func monotonic(format: ByteCountFormat) throws {
    var last = ByteCount.zero
    for amount in SampleAmounts.all.sorted() {
      guard let read = try? ByteCount(parsing: amount.formatted(format)) else { continue }
      #expect(last <= read, "\(amount.bytes) as \(amount.formatted(format))")
      last = read
    }
  }

  @Test("no number reaches the next unit, and none below one has a unit", arguments: formats)
  func range(format: ByteCountFormat) throws {
    let base: Double = format.units == .decimal ? 1000 : 1024
    for amount in SampleAmounts.all where amount < .exabytes(1) {
      let parts = amount.formatted(format).split(separator: " ")
      let number = try #require(Double(parts[0]))
      #expect(number < base, "\(amount.bytes)")
      #expect(number >= 1 || amount == .zero, "\(amount.bytes)")
    }
  }

  /// The bytes that 1 in the last place stands for.
  private static func lastDigit(of text: String) throws -> UInt64 {
    let one = text.map { $0.isNumber ? "0" : String($0) }.joined()
    let space = try #require(one.firstIndex(of: " "))
    let unit = one[space...]
    guard let point = one.firstIndex(of: ".") else { return try ByteCount(parsing: "1" + unit).bytes }
    let zeros = one[one.index(after: point)..<one.index(before: space)]
    return try ByteCount(parsing: "0." + zeros + "1" + unit).bytes
  }
}
