/// What a prefix stands for: powers of 1000 as on a disk's label, or of 1024 as in memory.
public enum ByteUnits: Hashable, Sendable, CaseIterable {
  /// kB, MB, GB, TB, PB, EB: powers of 1000.
  case decimal
  /// KiB, MiB, GiB, TiB, PiB, EiB: powers of 1024.
  case binary
}

extension ByteUnits {
  /// The prefixes by their power; with six of them 64 bits are full.
  static let prefixes = Array("KMGTPE")

  /// How many of one unit make one of the next.
  var base: UInt64 {
    switch self {
    case .decimal: 1000
    case .binary: 1024
    }
  }

  /// The bytes in a unit: 1 for power 0, the base for power 1.
  func bytes(power: Int) -> UInt64 {
    (0..<power).reduce(1) { bytes, _ in bytes * base }
  }

  /// The power of the greatest unit that is not greater than an amount.
  func power(for bytes: UInt64) -> Int {
    (1...Self.prefixes.count).last { self.bytes(power: $0) <= bytes } ?? 0
  }

  /// The unit's symbol: "B", "kB", "KiB".
  func symbol(power: Int) -> String {
    guard power > 0 else { return "B" }
    return prefix(power: power) + (self == .binary ? "iB" : "B")
  }

  /// The prefix of a power above 0. The decimal kilo is written small, because a large K is the kelvin.
  func prefix(power: Int) -> String {
    self == .decimal && power == 1 ? "k" : String(Self.prefixes[power - 1])
  }
}
