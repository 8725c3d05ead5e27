/// A shell pattern as `du` and the tool understand it: `*`, `?` and `[...]` match `/` and a leading dot too.
///
/// A path is matched byte by byte whatever the locale, for names need not be text, and by all the ways at once in which it
/// can match. What a directory's path came to can be kept for the names in it, so that a name costs what it is long, and
/// not how deep it lies.
package struct Glob: Sendable {
  package let pattern: String
  /// The number of tokens, and of the bit behind the last one.
  private let end: Int
  /// A bit for each token that is a star.
  private var stars: [UInt64]
  /// For each byte, a bit for each token that accepts it.
  private var accepting: [UInt64]

  private static let bits = 64

  package init(_ pattern: String) {
    self.pattern = pattern
    let tokens = GlobToken.tokens(of: Array(pattern.utf8))
    end = tokens.count
    let words = end / Self.bits + 1
    stars = [UInt64](repeating: 0, count: words)
    accepting = [UInt64](repeating: 0, count: words * 256)
    for (index, token) in tokens.enumerated() {
      let (word, bit) = (index / Self.bits, UInt64(1) << UInt64(index % Self.bits))
      switch token {
      case .anything: stars[word] |= bit
      case .oneOf(let bytes): for byte in bytes { accepting[Int(byte) * words + word] |= bit }
      }
    }
  }

  /// How far a path can have come in the pattern: a bit for each token that can be the next, and for the end.
  package struct Progress: Sendable {
    fileprivate var next: [UInt64]
  }

  /// What holds before the first name of a path.
  package var start: Progress {
    var progress = Progress(next: [UInt64](repeating: 0, count: stars.count))
    begin(&progress)
    return progress
  }

  /// Whether the pattern matches a path, or what is left of it behind any of its separators.
  package func matches(_ path: [UInt8]) -> Bool { matches(path, after: start) }

  /// The same for a path that ends in a name, or in several.
  /// - Parameter progress: what holds before the name.
  package func matches(_ name: [UInt8], after progress: Progress) -> Bool {
    advanced(progress, by: name).next[end / Self.bits] >> UInt64(end % Self.bits) & 1 == 1
  }

  /// What holds before the names in a directory.
  /// - Parameter progress: what holds before the directory's own name.
  package func entering(_ name: [UInt8], after progress: Progress) -> Progress {
    advanced(progress, by: name + [UInt8(ascii: "/")])
  }

  private func advanced(_ progress: Progress, by bytes: [UInt8]) -> Progress {
    var progress = progress
    for byte in bytes {
      advance(&progress, by: byte)
      if byte == UInt8(ascii: "/") { begin(&progress) }
    }
    return progress
  }

  /// Lets a match begin. A star can stand for nothing, and no other one comes behind it.
  private func begin(_ progress: inout Progress) {
    progress.next[0] |= 1 | (stars[0] & 1) << 1
  }

  private func advance(_ progress: inout Progress, by byte: UInt8) {
    var carry: UInt64 = 0
    for word in stars.indices {
      let accepted = progress.next[word] & accepting[Int(byte) * stars.count + word]
      let waiting = progress.next[word] & stars[word]
      let next = accepted << 1 | carry | waiting
      let open = next & stars[word]
      progress.next[word] = next | open << 1
      carry = (accepted | open) >> UInt64(Self.bits - 1)
    }
  }
}
