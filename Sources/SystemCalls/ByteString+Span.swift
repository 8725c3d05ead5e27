internal import Glibc

extension Array<UInt8> {
  /// The bytes of a span that belongs to someone else.
  package init(copying span: Span<UInt8>) {
    self = unsafe span.withUnsafeBytes { unsafe Array($0) }
  }

  /// Adds the bytes of a span that belongs to someone else.
  package mutating func append(copying span: Span<UInt8>) {
    unsafe span.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}

extension Span<UInt8> {
  /// Whether both hold the same bytes.
  package func hasBytes(of other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard count > 0 else { return true }
    return unsafe withUnsafeBytes { own in
      unsafe other.withUnsafeBytes { other in
        guard let own = own.baseAddress, let other = other.baseAddress else { return false }
        return unsafe memcmp(own, other, count) == 0
      }
    }
  }
}
