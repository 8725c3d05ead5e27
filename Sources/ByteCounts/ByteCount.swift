/// An amount of storage, in bytes.
public struct ByteCount: Hashable, Sendable {
  /// The amount in bytes.
  public var bytes: UInt64

  /// An amount of so many bytes.
  public init(bytes: UInt64) {
    self.bytes = bytes
  }
}
