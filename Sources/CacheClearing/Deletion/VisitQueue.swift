internal import SystemCalls

/// The directories that wait for a worker, and who waits for whom.
///
/// A worker goes on with what it found last, deep down, where the way is open. One that has nothing takes the oldest of
/// another's: the nearest to the root, with the most below it, and reached without opening a long way.
final class VisitQueue: Sendable {
  private struct State {
    var waiting: [[Visit]]
    var isFinished = false

    mutating func take(for worker: Int) -> Visit? {
      if let visit = waiting[worker].popLast() { return visit }
      guard let rich = waiting.firstIndex(where: { !$0.isEmpty }) else { return nil }
      return waiting[rich].removeFirst()
    }
  }

  /// How many subdirectories of one directory are put off at a time.
  static let childLimit = 1024

  private let state: Monitor<State>

  init(_ root: Visit, workers: Int) {
    var waiting = [[Visit]](repeating: [], count: max(1, workers))
    waiting[0] = [root]
    state = Monitor(State(waiting: waiting))
  }

  /// The next directory to list, waiting for one if need be; nil when all is done.
  func next(for worker: Int) -> Visit? {
    state.wait { state -> Visit?? in
      if let visit = state.take(for: worker) { return .some(visit) }
      return state.isFinished ? .some(nil) : nil
    } ?? nil
  }

  /// Puts a directory away that was listed, to its end or up to so many subdirectories, which wait from now on.
  /// - Returns: whether it is at its end with nothing to wait for, so that the caller has to finish it.
  func leave(_ visit: Visit, isListed: Bool, for children: [Visit], by worker: Int) -> Bool {
    var isDue = false
    state.signalIf { state in
      visit.unfinishedChildren += children.count
      visit.isListed = isListed
      if !isListed { state.waiting[worker].append(visit) }
      state.waiting[worker].append(contentsOf: children.reversed())
      isDue = isListed && visit.unfinishedChildren == 0
      return !isDue
    }
    return isDue
  }

  /// Has a directory listed once more, from its start.
  func pushAgain(_ visit: Visit, by worker: Int) {
    visit.position = 0
    visit.pass += 1
    visit.hasNews = false
    state.signal { state in
      visit.isListed = false
      state.waiting[worker].append(visit)
    }
  }

  /// The names that stay in a directory.
  func kept(in visit: Visit) -> Set<[UInt8]> {
    state.withLock { _ in visit.kept }
  }

  func keep(_ name: [UInt8], in visit: Visit) {
    state.withLock { _ in _ = visit.kept.insert(name) }
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
