internal import SystemCalls

/// Says of most identities at once that they are not in a table: one bit for each in it, among many more.
struct IdentityFilter {
  private var words: [UInt64] = []
  /// How far identities' bits are shifted to become the number of a bit.
  private var shift: UInt32 = 0

  private static let bitsPerIdentity = 16
  private static let fewestWords = 64

  init() {}

  /// A filter with room for as many again.
  init(for identities: some Collection<UInt32>) {
    var size = Self.fewestWords
    while size * 64 < 2 * Self.bitsPerIdentity * identities.count { size *= 2 }
    words = [UInt64](repeating: 0, count: size)
    // With more places than numbers the rest stays empty.
    shift = UInt32(max(0, FileIdentity.bitCount - (size * 64).trailingZeroBitCount))
    for bits in identities { insert(bits) }
  }

  /// Whether it is to be made anew to hold so many.
  func isFull(with count: Int) -> Bool { words.count * 64 < Self.bitsPerIdentity * count }

  mutating func insert(_ bits: UInt32) {
    let (word, bit) = place(of: bits)
    words[word] |= bit
  }

  func mayHold(_ bits: UInt32) -> Bool {
    guard !words.isEmpty else { return false }
    let (word, bit) = place(of: bits)
    return words[word] & bit != 0
  }

  private func place(of bits: UInt32) -> (word: Int, bit: UInt64) {
    let number = bits >> shift
    return (Int(number / 64), 1 << UInt64(number % 64))
  }
}
