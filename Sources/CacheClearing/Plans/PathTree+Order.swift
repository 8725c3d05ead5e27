extension PathTree {
  /// Whether the path of a name in one directory comes before that of another, by their bytes. O(log depth).
  func precedes(_ name: [UInt8], in one: Int, _ otherName: [UInt8], in other: Int) -> Bool {
    if one == other { return name.lexicographicallyPrecedes(otherName) }
    let level = min(self.level(of: one), self.level(of: other))
    let (top, otherTop) = (directory(above: one, on: level), directory(above: other, on: level))
    guard top == otherTop else {
      let (branch, otherBranch) = branches(top, otherTop)
      return segment(of: branch).lexicographicallyPrecedes(segment(of: otherBranch))
    }
    // One lies above the other. The separator counts: "a-b" comes before "a/b".
    return start(name, one, below: level).lexicographicallyPrecedes(start(otherName, other, below: level))
  }

  /// The part of a path from where it leaves the directory on a level.
  private func start(_ name: [UInt8], _ directory: Int, below level: Int) -> ArraySlice<UInt8> {
    self.level(of: directory) == level ? name[...] : segment(of: self.directory(above: directory, on: level + 1))
  }

  /// For each directory, its place in an order in which those below each of them come right behind it. O(count).
  func ranks() -> [Int] {
    var sizes = [Int](repeating: 1, count: count)
    for number in (1..<count).reversed() { sizes[parent(of: number)] += sizes[number] }
    var (ranks, next) = ([Int](repeating: 0, count: count), [Int](repeating: 1, count: count))
    for number in 1..<count {
      let parent = parent(of: number)
      ranks[number] = next[parent]
      next[parent] += sizes[number]
      next[number] = ranks[number] + 1
    }
    return ranks
  }
}
