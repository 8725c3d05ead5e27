/// Which directories the current walk up the tree has met. Takes no memory before the first walk that asks.
struct VisitedDirectories {
  /// Equal to the number of the walk in those that it has met.
  private var walks: [UInt32] = []
  private var current: UInt32 = 0

  /// Begins a walk among so many directories, none of which it has met.
  mutating func begin(among count: Int) {
    if current == .max {
      walks = []
      current = 0
    }
    current += 1
    if walks.count < count { walks.append(contentsOf: repeatElement(0, count: count - walks.count)) }
  }

  /// - Returns: whether this is the first visit.
  mutating func visit(_ id: DirectoryID) -> Bool {
    guard walks[id.index] != current else { return false }
    walks[id.index] = current
    return true
  }

  var reservedBytes: Int { walks.capacity * MemoryLayout<UInt32>.stride }
}
