/// The names of all directories, one behind the other.
struct NameArena {
  private var bytes: [UInt8] = []
  private var garbage = 0

  /// - Returns: where the name begins.
  mutating func append(_ name: [UInt8]) -> UInt32 {
    let start = bytes.count
    bytes.append(contentsOf: name)
    return UInt32(start)
  }

  func bytes(_ start: Int, _ length: Int) -> [UInt8] {
    Array(bytes[start..<start + length])
  }

  func holds(_ name: Span<UInt8>, at start: Int, _ length: Int) -> Bool {
    guard name.count == length else { return false }
    for index in name.indices where bytes[start + index] != name[index] { return false }
    return true
  }

  /// Notes that a name of this length is not used any more.
  mutating func release(_ length: Int) {
    garbage += length
  }

  /// Whether it pays to write the names anew.
  var isMostlyGarbage: Bool { garbage > 64 * 1024 && garbage > bytes.count / 2 }
  var reservedBytes: Int { bytes.capacity }
  var usedBytes: Int { bytes.count - garbage }
}

/// Sizes that do not fit into a record: more than 64 GiB of length or 128 GiB on disk.
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
