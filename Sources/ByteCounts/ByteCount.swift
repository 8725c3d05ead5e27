/// An amount of storage, in bytes.
public struct ByteCount: Hashable, Sendable {
  /// The amount in bytes.
  public var bytes: UInt64

  /// An amount of so many bytes.
  public init(bytes: UInt64) {
    self.bytes = bytes
  }

  /// Nothing.
  public static let zero = ByteCount(bytes: 0)
}

extension ByteCount: Comparable {
  /// Whether the left amount is smaller.
  public static func < (left: ByteCount, right: ByteCount) -> Bool {
    left.bytes < right.bytes
  }

  /// The sum, which stops at 2^64-1 bytes.
  public static func + (left: ByteCount, right: ByteCount) -> ByteCount {
    ByteCount(bytes: left.bytes.addingSaturating(right.bytes))
  }

  /// Adds an amount; the sum stops at 2^64-1 bytes.
  public static func += (left: inout ByteCount, right: ByteCount) {
    left = left + right
  }
}

extension ByteCount: CustomStringConvertible {
  /// The amount in decimal units with one decimal: "12.3 MB".
  public var description: String { formatted() }
}

extension ByteCount: Codable {
  /// Reads a number of bytes.
  public init(from decoder: any Decoder) throws {
    bytes = try decoder.singleValueContainer().decode(UInt64.self)
  }

  /// Writes the number of bytes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}
