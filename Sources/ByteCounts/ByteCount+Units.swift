/// Amounts in units. An amount above 2^64-1 bytes becomes 2^64-1.
extension ByteCount {
  /// So many bytes.
  public static func bytes(_ count: UInt64) -> ByteCount { ByteCount(bytes: count) }

  /// So many times 1000 bytes.
  public static func kilobytes(_ count: UInt64) -> ByteCount { amount(count, .decimal, power: 1) }
  /// So many times 1000^2 bytes.
  public static func megabytes(_ count: UInt64) -> ByteCount { amount(count, .decimal, power: 2) }
  /// So many times 1000^3 bytes.
  public static func gigabytes(_ count: UInt64) -> ByteCount { amount(count, .decimal, power: 3) }
  /// So many times 1000^4 bytes.
  public static func terabytes(_ count: UInt64) -> ByteCount { amount(count, .decimal, power: 4) }
  /// So many times 1000^5 bytes.
  public static func petabytes(_ count: UInt64) -> ByteCount { amount(count, .decimal, power: 5) }
  /// So many times 1000^6 bytes.
  public static func exabytes(_ count: UInt64) -> ByteCount { amount(count, .decimal, power: 6) }

  /// So many times 1024 bytes.
  public static func kibibytes(_ count: UInt64) -> ByteCount { amount(count, .binary, power: 1) }
  /// So many times 1024^2 bytes.
  public static func mebibytes(_ count: UInt64) -> ByteCount { amount(count, .binary, power: 2) }
  /// So many times 1024^3 bytes.
  public static func gibibytes(_ count: UInt64) -> ByteCount { amount(count, .binary, power: 3) }
  /// So many times 1024^4 bytes.
  public static func tebibytes(_ count: UInt64) -> ByteCount { amount(count, .binary, power: 4) }
  /// So many times 1024^5 bytes.
  public static func pebibytes(_ count: UInt64) -> ByteCount { amount(count, .binary, power: 5) }
  /// So many times 1024^6 bytes.
  public static func exbibytes(_ count: UInt64) -> ByteCount { amount(count, .binary, power: 6) }

  private static func amount(_ count: UInt64, _ units: ByteUnits, power: Int) -> ByteCount {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: units.bytes(power: power))
    return ByteCount(bytes: overflow ? .max : bytes)
  }
}
