internal import Glibc

/// A part of a glob.
enum GlobToken {
  /// A star: any number of any bytes.
  case anything
  /// One byte out of some.
  case oneOf([UInt8])

  /// The parts of a pattern. Of several stars in a row one is left: they mean no more.
  static func tokens(of pattern: [UInt8]) -> [GlobToken] {
    var tokens: [GlobToken] = []
    var rest = pattern[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "*"):
        if case .anything = tokens.last { continue }
        tokens.append(.anything)
      case UInt8(ascii: "?"): tokens.append(.oneOf(Array(allBytes)))
      // The last of an odd number of them quotes nothing, and matches nothing.
      case UInt8(ascii: "\\"): tokens.append(.oneOf(rest.popFirst().map { [$0] } ?? []))
      case UInt8(ascii: "["):
        let bracket = Bracket(in: rest)
        tokens.append(.oneOf(bracket?.bytes ?? [byte]))
        if let bracket { rest = rest[bracket.end...] }
      default: tokens.append(.oneOf([byte]))
      }
    }
    return tokens
  }

  /// No name has a zero in it.
  private static let allBytes = UInt8(1)...UInt8(255)

  /// Some bytes in brackets, with ranges, classes and all that the C library knows.
  private struct Bracket {
    var end: Int
    var bytes: [UInt8]

    /// - Parameter rest: what stands behind the opening bracket. Nil where nothing closes it: then it stands for itself.
    init?(in rest: ArraySlice<UInt8>) {
      let closing = rest.indices.filter { rest[$0] == UInt8(ascii: "]") }
      // The library says what is in them, and so where they end: a shorter part is none that one byte can match.
      for end in closing.map({ $0 + 1 }) {
        let bytes = Self.bytes(of: [UInt8(ascii: "[")] + rest[..<end])
        guard bytes.isEmpty else {
          (self.end, self.bytes) = (end, bytes)
          return
        }
      }
      guard let end = Self.end(of: rest) else { return nil }
      (self.end, bytes) = (end, [])
    }

    private static func bytes(of bracket: [UInt8]) -> [UInt8] {
      unsafe bracket.withCString { bracket in
        allBytes.filter { byte in unsafe [byte].withCString { unsafe fnmatch(bracket, $0, 0) == 0 } }
      }
    }

    /// The end of brackets that no byte can match: a range that runs backwards, an unknown class.
    private static func end(of rest: ArraySlice<UInt8>) -> Int? {
      var index = rest.startIndex
      if let sign = rest.first, sign == UInt8(ascii: "!") || sign == UInt8(ascii: "^") { index += 1 }
      let first = index
      while index < rest.endIndex {
        switch rest[index] {
        case UInt8(ascii: "]") where index > first: return index + 1
        case UInt8(ascii: "\\"): index += 2
        case UInt8(ascii: "["): index = endOfClass(in: rest, from: index) ?? index + 1
        default: index += 1
        }
      }
      return nil
    }

    /// The end of something like `[:alpha:]` inside of brackets.
    private static func endOfClass(in rest: ArraySlice<UInt8>, from start: Int) -> Int? {
      guard start + 2 < rest.endIndex, ":=.".utf8.contains(rest[start + 1]) else { return nil }
      let body = rest[(start + 2)...]
      let end = body.indices.dropLast().first { rest[$0] == rest[start + 1] && rest[$0 + 1] == UInt8(ascii: "]") }
      return end.map { $0 + 2 }
    }
  }
}
