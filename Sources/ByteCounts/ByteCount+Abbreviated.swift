extension ByteCount {
  /// The amount in at most five characters, exactly as `du -h` (binary) and `du --si` (decimal) print it:
  /// "512", "1.5K", "12M".
  ///
  /// Rounded up, as `du` does, so that no amount looks smaller than it is: to one decimal below 10, to a
  /// whole number from there.
  public func abbreviated(_ units: ByteUnits = .binary) -> String {
    let power = units.power(for: bytes)
    guard power > 0 else { return String(bytes) }
    let unit = UInt128(units.bytes(power: power))
    let tenths = (UInt128(bytes) * 10).dividedRoundingUp(by: unit)
    if tenths < 100 { return "\(tenths / 10).\(tenths % 10)" + units.prefix(power: power) }
    let whole = UInt128(bytes).dividedRoundingUp(by: unit)
    if whole == units.base, power < ByteUnits.prefixes.count { return "1.0" + units.prefix(power: power + 1) }
    return String(whole) + units.prefix(power: power)
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// The quotient, or the next whole number where something is left. No sum in it can overflow.
  func dividedRoundingUp(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder == 0 ? quotient : quotient + 1
  }
}
