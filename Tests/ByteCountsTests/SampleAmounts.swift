import ByteCounts

/// Amounts at the places where formats go wrong, and others of every magnitude. The same in each run.
enum SampleAmounts {
  static let all: [ByteCount] = (edges + spread).map(ByteCount.init)

  /// Around each unit, its tens, its hundreds and its last round numbers, and both ends.
  private static let edges: [UInt64] = {
    var edges: [UInt64] = [0, 1, 2, 9, 10, .max - 1, .max]
    for base: UInt64 in [1000, 1024] {
      var unit: UInt64 = 1
      for _ in 1...6 {
        unit *= base
        let places = [
          unit, unit / base * 10, unit / base * 100, unit / 20 * 19, unit / 2000 * 1999, unit / 10000 * 9995,
        ]
        for place in places where place > 0 { edges += [place - 1, place, place + 1] }
      }
    }
    return edges
  }()

  /// Multiples of the golden ratio's fraction lie evenly over all 64 bits; each is taken at its own
  /// magnitude.
  private static let spread: [UInt64] = (1...3200).map { index in
    (UInt64(index) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(index % 64)
  }
}
