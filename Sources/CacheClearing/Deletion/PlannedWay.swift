internal import SystemCalls

/// One worker's way through the directories of a plan. From each to the next it goes up and down over what differs only.
struct PlannedWay {
  private let tree: PathTree
  private let opened: OpenVisits
  private let enter: (Visit) throws(Obstacle) -> Void
  /// Where the worker is.
  private(set) var visit: Visit

  /// - Parameter enter: called with each directory on the way down. Where it fails, the directory and all below it are
  ///   out of reach, for the same reason.
  init(
    from root: Visit, through tree: PathTree, opening opened: OpenVisits,
    enter: @escaping (Visit) throws(Obstacle) -> Void
  ) {
    visit = root
    self.tree = tree
    self.opened = opened
    self.enter = enter
  }

  /// Goes to a directory.
  mutating func go(to number: Int) {
    var (ahead, meeting) = ([Int](), number)
    while tree.level(of: meeting) > visit.level {
      ahead.append(meeting)
      meeting = tree.parent(of: meeting)
    }
    while visit.number != meeting, let parent = visit.parent {
      if tree.level(of: meeting) == visit.level {
        ahead.append(meeting)
        meeting = tree.parent(of: meeting)
      }
      if visit.obstacle == nil { opened.leave(visit, for: parent) } else { opened.close(visit) }
      visit = parent
    }
    while let next = ahead.popLast() { descend(to: next) }
  }

  private mutating func descend(to number: Int) {
    let parent = visit
    visit = Visit(name: tree.name(of: number), in: parent, number: number)
    visit.obstacle = parent.obstacle
    guard visit.obstacle == nil else { return }
    do throws(Obstacle) {
      try enter(visit)
    } catch {
      visit.obstacle = error
    }
  }
}
