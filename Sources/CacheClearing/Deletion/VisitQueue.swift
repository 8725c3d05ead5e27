internal import SystemCalls

/// The directories that wait for a worker, the deepest first, and who waits for whom.
final class VisitQueue: Sendable {
  private struct State {
    var waiting: [Visit] = []
    var isFinished = false
  }

  private let state: Monitor<State>

  init(_ root: Visit) {
    state = Monitor(State(waiting: [root]))
  }

  /// The next directory to list, waiting for one if need be; nil when all is done.
  func next() -> Visit? {
    state.wait { state -> Visit?? in
      if let visit = state.waiting.popLast() { return .some(visit) }
      return state.isFinished ? .some(nil) : nil
    } ?? nil
  }

  /// Puts off the rest of a directory's listing until its subdirectories found so far are taken.
  func push(_ visit: Visit, below children: [Visit]) {
    state.signal { state in
      visit.unfinishedChildren += children.count
      state.waiting.append(visit)
      state.waiting.append(contentsOf: children.reversed())
    }
  }

  /// Has a directory listed once more, from its start.
  func pushAgain(_ visit: Visit) {
    visit.position = 0
    visit.pass += 1
    visit.hasNews = false
    state.signal { state in
      visit.isListed = false
      state.waiting.append(visit)
    }
  }

  /// The names that stay in a directory.
  func kept(in visit: Visit) -> Set<[UInt8]> {
    state.withLock { _ in visit.kept }
  }

  func keep(_ name: [UInt8], in visit: Visit) {
    state.withLock { _ in _ = visit.kept.insert(name) }
  }

  /// Notes that a directory was listed to its end. True when the caller has to finish it.
  func noteListed(_ visit: Visit) -> Bool {
    state.withLock { _ in
      visit.isListed = true
      return visit.unfinishedChildren == 0
    }
  }

  /// Notes that a subdirectory is done with. True when the caller has to finish its parent.
  func noteFinished(_ child: Visit, in parent: Visit, isKept: Bool) -> Bool {
    state.withLock { _ in
      if isKept { parent.kept.insert(child.name) }
      parent.unfinishedChildren -= 1
      return parent.isListed && parent.unfinishedChildren == 0
    }
  }

  /// Sends the workers home.
  func end() {
    state.signal { $0.isFinished = true }
  }
}
