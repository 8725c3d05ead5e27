extension DirectoryTable {
  /// Whether one name's path comes before another's, by their bytes. O(the way to the directory that holds both).
  func precedes(_ left: Choice, _ right: Choice) -> Bool {
    var (one, other) = (left.directory, right.directory)
    var (oneBranch, otherBranch): (Int?, Int?)
    while one != other {
      // The deeper one goes up; of two on one level both do.
      let (level, otherLevel) = (self.level(of: one), self.level(of: other))
      if level >= otherLevel { (one, oneBranch) = (parent(of: one), one) }
      if otherLevel >= level { (other, otherBranch) = (parent(of: other), other) }
    }
    return start(left, oneBranch).lexicographicallyPrecedes(start(right, otherBranch))
  }

  /// The part of a path from where it leaves another's. The separator counts: "a-b" comes before "a/b".
  private func start(_ choice: Choice, _ branch: Int?) -> ArraySlice<UInt8> {
    branch.map(segment) ?? choice.name[...]
  }
}
