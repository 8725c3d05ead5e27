/// A number as it is written in front of a unit: `digits / 10^decimals`.
struct SizeNumber {
  private var digits: UInt128 = 0
  private var decimals = 0

  private static let decimalLimit = 18

  /// Takes the number off the front of a text.
  init(from rest: inout Substring) throws(ByteCountError.Code) {
    guard rest.first != "-" else { throw .negative }
    guard try append(&rest, limit: .max) > 0 else { throw .notANumber }
    guard rest.first == "." else { return }
    rest.removeFirst()
    decimals = try append(&rest, limit: Self.decimalLimit)
    guard decimals > 0 else { throw .notANumber }
  }

  /// Takes digits off the front of a text.
  /// - Returns: how many there were.
  private mutating func append(_ rest: inout Substring, limit: Int) throws(ByteCountError.Code) -> Int {
    var count = 0
    while let digit = rest.unicodeScalars.first.flatMap(Self.value) {
      count += 1
      guard count <= limit else { throw .notANumber }
      // With 18 decimals, 128 bits hold far more than the greatest amount.
      let (tens, overflow) = digits.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(digit)
      guard !overflow, !carry else { throw .tooLarge }
      digits = sum
      // Not the character: it holds an accent that follows the digit.
      rest.unicodeScalars.removeFirst()
    }
    return count
  }

  private static func value(of scalar: Unicode.Scalar) -> UInt128? {
    ("0"..."9").contains(scalar) ? UInt128(scalar.value - 48) : nil
  }

  /// The number times a unit, rounded to whole bytes, halves up.
  func bytes(in unit: SizeUnit) throws(ByteCountError.Code) -> UInt64 {
    guard unit.power > 0 || decimals == 0 else { throw .fractionOfByte }
    if digits == 0 { return 0 }
    guard unit.power <= ByteUnits.prefixes.count else { throw .tooLarge }
    let divisor = UInt128.powerOfTen(decimals)
    let (product, overflow) = digits.multipliedReportingOverflow(by: UInt128(unit.bytes))
    let (rounded, carry) = product.addingReportingOverflow(divisor / 2)
    guard !overflow, !carry, let bytes = UInt64(exactly: rounded / divisor) else { throw .tooLarge }
    return bytes
  }
}
