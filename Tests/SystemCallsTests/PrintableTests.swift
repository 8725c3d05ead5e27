import SystemCalls
import TestSupport
import Testing

@Suite("Bytes shown as text")
struct PrintableTests {
  @Test("random bytes give text without anything unsafe, and the text gives the bytes back")
  func roundTrip() throws {
    let seed = Seed.announced(for: "printable bytes")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3000 {
      let bytes = Self.bytes(using: &generator)
      let text = bytes.printable
      let isUnsafe = text.unicodeScalars.contains { $0.isUnsafeToPrint }
      #expect(!isUnsafe, "seed \(seed): \(bytes)")
      #expect(try Self.unescaped(text) == bytes, "seed \(seed): \(text)")
    }
  }

  /// Whole and broken UTF-8, controls, and the characters that escapes are made of.
  private static func bytes(using generator: inout SeededGenerator) -> [UInt8] {
    let texts = ["\\", "\n", "x41", "u{41}", "{", "}", "\u{202E}", "\u{85}", "é", "漢", "🂡", "e\u{301}", "\u{FFFD}"]
    return (0..<Int.random(in: 0..<12, using: &generator)).flatMap { _ in
      if generator.chance(60) { return [UInt8.random(in: .min ... .max, using: &generator)] }
      let whole = Array((texts.randomElement(using: &generator) ?? "").utf8)
      return generator.chance(80) ? whole : Array(whole.dropLast())
    }
  }

  /// What a reader makes of the escapes.
  private static func unescaped(_ text: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        bytes += Array(String(scalar).utf8)
        continue
      }
      let letter = rest.popFirst()
      switch try #require(letter) {
      case "\\": bytes.append(UInt8(ascii: "\\"))
      case "n": bytes.append(10)
      case "r": bytes.append(13)
      case "t": bytes.append(9)
      case "x":
        bytes.append(try #require(UInt8(String(String.UnicodeScalarView(rest.prefix(2))), radix: 16)))
        rest = rest.dropFirst(2)
      default:
        let digits = rest.dropFirst().prefix { $0 != "}" }
        let value = try #require(UInt32(String(String.UnicodeScalarView(digits)), radix: 16))
        bytes += Array(String(try #require(Unicode.Scalar(value))).utf8)
        rest = rest.dropFirst(digits.count + 2)
      }
    }
    return bytes
  }
}
