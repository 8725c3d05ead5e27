internal import Synchronization
internal import SystemCalls

/// Deletes exactly what a plan lists, each entry only if it is what it was when it was chosen. Several workers share it.
final class PlannedRemoval: Sendable {
  /// What is known of the directories, by their numbers.
  struct State {
    /// Those with something in them that stays.
    var isOccupied: [Bool]
    /// Those that lost something in this run.
    var isTouched: [Bool]
  }

  let plan: ClearingPlan
  let order: PlannedOrder
  let root: Visit
  let opened: OpenVisits
  let places: VisitPlaces
  let remover: EntryRemover
  let signals: RunSignals
  let sparing: Sparing
  let state: Monitor<State>
  let locks: LockAnswers
  private let silent: Set<[UInt8]>
  private let next = Atomic<Int>(0)

  /// - Parameter silent: names that stay in the root without a word.
  /// - Parameter descriptor: the root's, which is taken over.
  init(
    _ plan: ClearingPlan, _ descriptor: Descriptor, remover: EntryRemover, opened: OpenVisits, signals: RunSignals,
    clock: ClearingClock, silent: Set<[UInt8]>
  ) {
    self.plan = plan
    self.remover = remover
    self.opened = opened
    self.signals = signals
    self.silent = silent
    places = VisitPlaces(remover.disk, clock: clock)
    sparing = Sparing(plan.rules, now: clock.wall())
    order = PlannedOrder(plan.candidates)
    let count = order.tree.count
    state = Monitor(
      State(
        isOccupied: Array(repeating: false, count: count), isTouched: Array(repeating: false, count: count)))
    locks = LockAnswers(count: count)
    root = Visit(root: plan.rootIdentity, at: sparing.root, passLimit: 1)
    opened.adopt(root, descriptor)
  }

  /// Deletes it all, and closes the root.
  func run(by workers: Int) {
    enterRoot()
    WorkCrew.run(workers) { _ in self.removeFiles() }
    removeDirectories()
    opened.closeAll(root)
  }

  private func removeFiles() {
    var way = way
    while true {
      let position = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard position < order.groups.count else { return }
      if signals.isCancelled { return signals.noteCut() }
      way.go(to: order.groups[position].directory)
      removeFiles(order.groups[position].candidates, in: way.visit)
      signals.publishProgress()
    }
  }

  private func removeFiles(_ positions: [Int], in visit: Visit) {
    var (done, hasRemoved) = (0, false)
    do throws(Obstacle) {
      try use(visit) { directory throws(Obstacle) in
        for position in positions {
          if signals.isCancelled { return signals.noteCut() }
          try places.check(visit, directory)
          signals.publishProgress()
          if remove(plan.candidates[position], from: directory, visit) { hasRemoved = true }
          done += 1
        }
      }
    } catch {
      for position in positions[done...] { skip(plan.candidates[position], in: visit, error) }
    }
    if hasRemoved { noteRemoval(in: visit.number) }
  }

  /// - Returns: whether it is gone.
  private func remove(_ candidate: ClearingCandidate, from directory: Descriptor, _ visit: Visit) -> Bool {
    let name = candidate.place.name
    if visit.parent == nil, silent.contains(name) { return false }
    do throws(Obstacle) {
      // The rules win over the plan, which anyone may have edited.
      if let reason = sparing.reason(for: name, in: visit.place) { throw Obstacle(reason: reason) }
      let details = try remover.disk.perform { disk throws(Errno) in try disk.details(of: name, in: directory) }
      if details.isMountRoot { throw Obstacle(reason: .mount) }
      let checksAccess = plan.rules.ageBy == .lastUse && !plan.ignoresAccessTimes
      try remover.removeFile(name, details, from: directory) { now, entry in
        candidate.isStill(now, after: entry, checkingAccess: checksAccess)
      }
      return true
    } catch {
      skip(candidate, in: visit, error.cause == .isDirectory ? .changed : error)
      return false
    }
  }

  /// Notes that a directory lost something.
  func noteRemoval(in number: Int) {
    state.withLock { $0.isTouched[number] = true }
  }

  /// Reports what stays, and that the directories above it are not empty.
  func skip(_ candidate: ClearingCandidate, in directory: Visit, _ obstacle: Obstacle) {
    guard !obstacle.isAbsence else { return }
    remover.tally.skip(candidate.place.name, in: directory, obstacle)
    state.withLock { state in
      var number = directory.number
      while !state.isOccupied[number] {
        state.isOccupied[number] = true
        number = order.tree.parent(of: number)
      }
    }
  }
}

extension ClearingCandidate {
  /// Whether an entry is the one that was planned, untouched but for its other names that this run removed.
  fileprivate func isStill(_ now: FileDetails, after entry: LinkLedger.Entry?, checkingAccess: Bool) -> Bool {
    now.identity == identity && now.sizeBytes == sizeBytes && now.modified == modified
      && now.changed == entry?.changed ?? changed && now.links == entry?.links ?? links
      && (!checkingAccess || now.accessed == accessed)
  }
}
