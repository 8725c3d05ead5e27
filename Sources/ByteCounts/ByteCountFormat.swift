/// How an amount is written for people: the units, and how precisely.
///
/// The unit is the greatest that leaves at least 1 of it after rounding, so that 999,950 bytes with one
/// decimal are "1.0 MB" and never "1000.0 kB". The text does not depend on the locale: the decimal sign is a
/// point, nothing separates thousands, and one space stands before the unit. Halves are rounded up, in exact
/// arithmetic.
public struct ByteCountFormat: Hashable, Sendable {
  /// How many digits a number has. Bytes that make up no greater unit are whole and have no decimals.
  public enum Precision: Hashable, Sendable {
    /// So many digits behind the point, from 0 to 18: "12.34 MB" with 2.
    case decimals(Int)
    /// So many digits in all, from 1 to 19: "1.23 MB", "12.3 MB" and "123 MB" with 3. Digits in front of the
    /// point are never left out.
    case significantDigits(Int)
  }

  /// Powers of 1000 or of 1024.
  public var units: ByteUnits
  /// How many digits a number has.
  public var precision: Precision

  /// A format with these units and this precision.
  public init(units: ByteUnits, precision: Precision = .decimals(1)) {
    self.units = units
    self.precision = precision
  }

  /// Decimal units with one decimal: "12.3 MB".
  public static let decimal = ByteCountFormat(units: .decimal)
  /// Binary units with one decimal: "12.3 MiB".
  public static let binary = ByteCountFormat(units: .binary)
}

extension ByteCount {
  /// The amount as text: "12.3 MB".
  public func formatted(_ format: ByteCountFormat = .decimal) -> String {
    var power = format.units.power(for: bytes)
    var number = DecimalNumber(bytes, in: format, power: power)
    if number.whole >= format.units.base, power < ByteUnits.prefixes.count {
      power += 1
      number = DecimalNumber(bytes, in: format, power: power)
    }
    return number.text + " " + format.units.symbol(power: power)
  }
}

/// A number with a fixed number of decimals: `scaled / 10^decimals`.
private struct DecimalNumber {
  var scaled: UInt128
  var decimals: Int

  init(_ bytes: UInt64, in format: ByteCountFormat, power: Int) {
    let unit = format.units.bytes(power: power)
    switch format.precision {
    case .decimals(let decimals):
      precondition((0...18).contains(decimals), "a number of decimals lies between 0 and 18")
      self.init(bytes, unit: unit, decimals: power == 0 ? 0 : decimals)
    case .significantDigits(let digits):
      precondition((1...19).contains(digits), "a number of significant digits lies between 1 and 19")
      var decimals = power == 0 ? 0 : digits - 1
      self.init(bytes, unit: unit, decimals: decimals)
      // Rounding can make a digit more: 9.996 is 10.0.
      while decimals > 0, String(whole).count + decimals > digits {
        decimals -= 1
        self.init(bytes, unit: unit, decimals: decimals)
      }
    }
  }

  private init(_ bytes: UInt64, unit: UInt64, decimals: Int) {
    let unit = UInt128(unit)
    scaled = (UInt128(bytes) * UInt128.powerOfTen(decimals) + unit / 2) / unit
    self.decimals = decimals
  }

  var whole: UInt64 { UInt64(scaled / UInt128.powerOfTen(decimals)) }

  var text: String {
    guard decimals > 0 else { return String(scaled) }
    let fraction = String(scaled % UInt128.powerOfTen(decimals))
    return "\(whole)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}

extension UInt128 {
  /// 10 to a power from 0 to 38.
  static func powerOfTen(_ exponent: Int) -> UInt128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
