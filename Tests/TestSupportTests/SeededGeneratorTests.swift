import TestSupport
import Testing

@Suite struct SeededGeneratorTests {
  @Test("the same seed gives the same numbers")
  func sameSeed() {
    var first = SeededGenerator(seed: 7)
    var second = SeededGenerator(seed: 7)
    #expect((0..<100).map { _ in first.next() } == (0..<100).map { _ in second.next() })
  }

  @Test("the numbers are those of splitmix64")
  func knownNumbers() {
    var generator = SeededGenerator(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test("a split generator goes its own way")
  func split() {
    var generator = SeededGenerator(seed: 7)
    var other = generator.split()
    #expect(generator.next() != other.next())
  }
}
