internal import SystemCalls

/// The names of all directories, one behind the other, each behind its length.
struct NameArena {
  private var bytes: [UInt8] = []
  private var garbage = 0

  /// The place of an empty name, which takes no room.
  static let empty = UInt32.max
  /// A length has two bytes: some file systems have names of more than 255 bytes.
  private static let lengthSize = 2

  /// - Returns: where the name is.
  mutating func append(_ name: [UInt8]) -> UInt32 {
    guard !name.isEmpty else { return Self.empty }
    let place = bytes.count
    bytes.append(UInt8(truncatingIfNeeded: name.count))
    bytes.append(UInt8(truncatingIfNeeded: name.count >> 8))
    bytes.append(contentsOf: name)
    return UInt32(place)
  }

  private func range(at place: UInt32) -> Range<Int> {
    guard place != Self.empty else { return 0..<0 }
    let start = Int(place) + Self.lengthSize
    return start..<start + (Int(bytes[start - 2]) | Int(bytes[start - 1]) << 8)
  }

  func bytes(at place: UInt32) -> [UInt8] { Array(bytes[range(at: place)]) }

  func holds(_ name: Span<UInt8>, at place: UInt32) -> Bool {
    bytes.span.extracting(range(at: place)).hasBytes(of: name)
  }

  /// Notes that a name is not used any more.
  mutating func release(_ place: UInt32) {
    if place != Self.empty { garbage += roomOfName(at: place) }
  }

  /// The bytes that a name takes, with its length.
  func roomOfName(at place: UInt32) -> Int {
    place == Self.empty ? 0 : Self.lengthSize + range(at: place).count
  }

  /// Whether it pays to write the names anew.
  var isMostlyGarbage: Bool { garbage > 64 * 1024 && garbage > bytes.count / 2 }
  var reservedBytes: Int { bytes.capacity }
  var usedBytes: Int { bytes.count - garbage }
}

/// Sizes that do not fit into a record: 512 MiB of length and more, or 256 MiB on disk.
struct LargeFileTable {
  private var sizes: [(blocks: UInt64, apparentBytes: UInt64)] = []
  private var free: [Int] = []

  var count: Int { sizes.count - free.count }

  subscript(index: Int) -> (blocks: UInt64, apparentBytes: UInt64) { sizes[index] }

  mutating func insert(_ blocks: UInt64, _ apparentBytes: UInt64) -> Int {
    if let index = free.popLast() {
      sizes[index] = (blocks, apparentBytes)
      return index
    }
    sizes.append((blocks, apparentBytes))
    return sizes.count - 1
  }

  mutating func remove(_ index: Int) {
    free.append(index)
  }
}
