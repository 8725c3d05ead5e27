/// Stands for a name in its directory: 48 bits.
package struct NameHash: Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue & (1 << 48 - 1) }
}

/// How names become hashes.
///
/// A directory in which two names have the same hash gets another salt. The standard hash is seeded anew in each
/// process, so that nobody can choose names that collide.
package struct NameHashing: Sendable {
  private let function: @Sendable (_ salt: UInt8, _ name: Span<UInt8>) -> UInt64

  package init(_ function: @escaping @Sendable (_ salt: UInt8, _ name: Span<UInt8>) -> UInt64) {
    self.function = function
  }

  package static let standard: NameHashing = {
    let hash = SipHash()
    return NameHashing { salt, name in hash(name, salt: salt) }
  }()

  package func callAsFunction(_ name: Span<UInt8>, salt: UInt8) -> NameHash {
    NameHash(rawValue: function(salt, name))
  }
}
