internal import SystemCalls

/// A plan's candidates in the order in which they go: directory by directory, those in one part of the tree together, so
/// that the way from each directory to the next is short.
struct PlannedOrder: Sendable {
  /// The files of one directory.
  struct Group: Sendable {
    var directory: Int
    /// Where they stand in the plan.
    var candidates: [Int] = []
  }

  let tree: PathTree
  let groups: [Group]
  /// The directories among the candidates, each behind all that lies below it, and where they stand in the plan.
  let leaving: [(number: Int, candidate: Int)]

  init(_ candidates: [ClearingCandidate]) {
    var directories = PlaceDirectories()
    var files: [(directory: Int, candidate: Int)] = []
    var leaving: [(number: Int, candidate: Int)] = []
    for (index, candidate) in candidates.enumerated() {
      let holder = directories.holder(of: candidate.place)
      if candidate.identity.kind == .directory {
        leaving.append((directories.number(of: candidate.place.name, in: holder), index))
      } else {
        files.append((holder, index))
      }
    }
    tree = directories.tree
    let ranks = tree.ranks()
    files.sort { (ranks[$0.directory], $0.candidate) < (ranks[$1.directory], $1.candidate) }
    leaving.sort { ranks[$0.number] > ranks[$1.number] }
    var groups: [Group] = []
    for (directory, candidate) in files {
      if groups.last?.directory != directory { groups.append(Group(directory: directory)) }
      groups[groups.count - 1].candidates.append(candidate)
    }
    (self.groups, self.leaving) = (groups, leaving)
  }
}
