/// How much one amount is above or below another.
public struct ByteCountDifference: Hashable, Sendable {
  /// The difference without its sign.
  public let magnitude: ByteCount
  /// Whether the amount became smaller. False where both are equal.
  public let isNegative: Bool

  /// The way from one amount to another.
  public init(from start: ByteCount, to end: ByteCount) {
    isNegative = end < start
    magnitude = ByteCount(bytes: isNegative ? start.bytes - end.bytes : end.bytes - start.bytes)
  }
}

extension ByteCount {
  /// How much this amount is above or below another.
  public func difference(from other: ByteCount) -> ByteCountDifference {
    ByteCountDifference(from: other, to: self)
  }
}

extension ByteCountDifference: Comparable {
  /// Whether the left difference is further down.
  public static func < (left: ByteCountDifference, right: ByteCountDifference) -> Bool {
    switch (left.isNegative, right.isNegative) {
    case (true, false): true
    case (false, true): false
    case (false, false): left.magnitude < right.magnitude
    case (true, true): left.magnitude > right.magnitude
    }
  }
}

extension ByteCountDifference: CustomStringConvertible {
  /// The difference as text with its sign: "+1.5 MB", "-12 B", "0 B". Halves are rounded away from zero.
  public func formatted(_ format: ByteCountFormat = .decimal) -> String {
    sign + magnitude.formatted(format)
  }

  /// The difference in the style of `du -h` with its sign: "+1.5M", "-12", "0".
  public func abbreviated(_ units: ByteUnits = .binary) -> String {
    sign + magnitude.abbreviated(units)
  }

  /// The difference in decimal units with one decimal: "+12.3 MB".
  public var description: String { formatted() }

  private var sign: String {
    if magnitude == .zero { return "" }
    return isNegative ? "-" : "+"
  }
}
