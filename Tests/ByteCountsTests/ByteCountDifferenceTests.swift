import ByteCounts
import Testing

@Suite struct ByteCountDifferenceTests {
  @Test(
    "a difference has the sign of the change, and none where nothing changed",
    arguments: [
      (0, 0, "0 B", "0"), (5, 5, "0 B", "0"), (0, 1024, "+1.0 kB", "+1.0K"), (1024, 0, "-1.0 kB", "-1.0K"),
      (UInt64.max, 0, "-18.4 EB", "-16E"), (0, UInt64.max, "+18.4 EB", "+16E"), (7, 6, "-1 B", "-1"),
    ])
  func signs(start: UInt64, end: UInt64, text: String, short: String) {
    let difference = ByteCount(bytes: end).difference(from: ByteCount(bytes: start))
    #expect(difference.formatted() == text)
    #expect(difference.abbreviated() == short)
    #expect("\(difference)" == text)
  }

  @Test("differences are ordered from the greatest loss to the greatest gain")
  func order() {
    let amounts: [UInt64] = [0, 1, 2, UInt64.max]
    let sorted =
      amounts.reversed().map { ByteCount.zero.difference(from: ByteCount(bytes: $0)) }
      + amounts.dropFirst().map { ByteCount(bytes: $0).difference(from: .zero) }
    #expect(sorted.shuffled().sorted() == sorted)
    #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0 < $1 && !($1 < $0) })
  }
}
