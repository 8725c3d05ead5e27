extension Array<UInt8> {
  /// The bytes of a span that belongs to someone else.
  package init(copying span: Span<UInt8>) {
    self = unsafe span.withUnsafeBytes { unsafe Array($0) }
  }
}
