internal import Synchronization
internal import SystemCalls

/// Deletes exactly what a plan lists, each entry only if it is what it was when it was chosen. Several workers share it.
final class PlannedRemoval: Sendable {
  /// Candidates of one directory, in the plan's order.
  private struct Group {
    var directory: Int
    var candidates: [ClearingCandidate] = []
  }

  /// What is known of the directories, by their numbers.
  struct State {
    /// Whether one of them, or one above it, is locked; nil where no one asked yet.
    var locks: [Bool?]
    /// Those with something in them that stays.
    var isOccupied: [Bool]
    /// Those that lost something in this run.
    var isTouched: [Bool]
  }

  private let plan: ClearingPlan
  let directories: PlannedDirectories
  let way: WayBelow
  let remover: EntryRemover
  private let signals: RunSignals
  private let sparing: Sparing
  private let silent: Set<BytePath>
  private let groups: [Group]
  /// The directories among the candidates, the deepest first.
  private let leaving: [(number: Int, candidate: ClearingCandidate)]
  private let next = Atomic<Int>(0)
  let state: Monitor<State>

  /// How many candidates go until their directory is looked for again from the root, for it may have been moved out.
  private static let placeInterval = 256

  /// - Parameter silent: paths that stay without a word.
  init(
    _ plan: ClearingPlan, _ root: Descriptor, remover: EntryRemover, signals: RunSignals, silent: Set<BytePath>
  ) {
    self.plan = plan
    self.remover = remover
    self.signals = signals
    self.silent = silent
    way = WayBelow(root: root, disk: remover.disk)
    sparing = Sparing(plan.rules, now: .now)
    var directories = PlannedDirectories(sparing: sparing)
    groups = Self.groups(of: plan.candidates, in: &directories)
    leaving = plan.candidates.filter { $0.identity.kind == .directory }
      .map { (directories.number(of: $0.path), $0) }
      .sorted { directories[$0.number].level > directories[$1.number].level }
    directories.close()
    self.directories = directories
    state = Monitor(
      State(
        locks: Array(repeating: nil, count: directories.count),
        isOccupied: Array(repeating: false, count: directories.count),
        isTouched: Array(repeating: false, count: directories.count)))
  }

  private static func groups(of candidates: [ClearingCandidate], in directories: inout PlannedDirectories) -> [Group] {
    var groups: [Group] = []
    var positions: [Int: Int] = [:]
    for candidate in candidates where candidate.identity.kind != .directory {
      let directory = directories.number(of: candidate.path.removingLastComponent())
      let position = positions[directory] ?? groups.count
      if position == groups.count {
        positions[directory] = position
        groups.append(Group(directory: directory))
      }
      groups[position].candidates.append(candidate)
    }
    return groups
  }

  // MARK: Files

  /// Deletes files until none is left.
  func help() {
    while true {
      let position = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard position < groups.count else { return }
      if signals.isCancelled { return signals.noteCut() }
      clear(groups[position])
      signals.publishProgress()
    }
  }

  private func clear(_ group: Group) {
    var rest = group.candidates[...]
    do throws(Obstacle) {
      if let reason = directories[group.directory].spared { throw Obstacle(reason: reason) }
      try checkLocks(of: group.directory)
      let path = directories.path(of: group.directory)
      while !rest.isEmpty {
        try way.use(path) { directory throws(Obstacle) in
          for candidate in rest.prefix(Self.placeInterval) where !silent.contains(candidate.path) {
            if signals.isCancelled { return }
            remove(candidate, from: directory, group.directory)
          }
        }
        if signals.isCancelled { return signals.noteCut() }
        rest = rest.dropFirst(Self.placeInterval)
        signals.publishProgress()
      }
    } catch {
      for candidate in rest { skip(candidate.path, in: group.directory, error) }
    }
  }

  private func remove(_ candidate: ClearingCandidate, from directory: Descriptor, _ number: Int) {
    let name = PlannedDirectories.lastName(of: candidate.path)
    do throws(Obstacle) {
      // The rules win over the plan, which anyone may have edited.
      if let reason = sparing.reason(for: name, path: candidate.path) { throw Obstacle(reason: reason) }
      let details = try Obstacle.wrapping { () throws(Errno) in
        try remover.disk.trying { disk throws(Errno) in try disk.details(of: name, in: directory) }
      }
      if details.isMountRoot { throw Obstacle(reason: .mount) }
      let checksAccess = plan.rules.ageBy == .lastUse && !plan.ignoresAccessTimes
      try remover.removeFile(name, details, from: directory) { now, entry in
        candidate.isStill(now, after: entry, checkingAccess: checksAccess)
      }
      noteRemoval(in: number)
    } catch {
      skip(candidate.path, in: number, error.cause == .isDirectory ? .changed : error)
    }
  }

  // MARK: Directories

  /// Deletes the directories, when no worker is at the files any more.
  func finish() {
    for (number, candidate) in leaving {
      if signals.isCancelled { return signals.noteCut() }
      signals.publishProgress()
      let (isOccupied, isTouched) = state.withLock { ($0.isOccupied[number], $0.isTouched[number]) }
      // One that someone else emptied was not ours to prune.
      if candidate.reason == .emptied, !isTouched { continue }
      do throws(Obstacle) {
        try removeDirectory(number, if: candidate.identity)
      } catch {
        guard error.cause == .notEmpty else {
          skip(candidate.path, in: directories[number].parent, error)
          continue
        }
        // What stays in it is reported by itself, unless it came after the plan; only what is empty is pruned.
        if !isOccupied, candidate.reason != .emptied { skip(candidate.path, in: directories[number].parent, .changed) }
      }
    }
  }

  private func removeDirectory(_ number: Int, if identity: EntryIdentity) throws(Obstacle) {
    let directory = directories[number]
    if let reason = directory.spared { throw Obstacle(reason: reason) }
    try checkLocks(of: directory.parent)
    let name = directories.name(of: number)
    try way.use(directories.path(of: directory.parent)) { parent throws(Obstacle) in
      try checkLock(of: name, in: parent)
      try remover.removeDirectory(name, from: parent, if: identity)
    }
    noteRemoval(in: directory.parent)
  }

  private func noteRemoval(in number: Int) {
    state.withLock { $0.isTouched[number] = true }
  }

  private func skip(_ path: BytePath, in directory: Int, _ obstacle: Obstacle) {
    guard !obstacle.isAbsence else { return }
    remover.tally.skip(path, obstacle)
    state.withLock { state in
      var number = directory
      while !state.isOccupied[number] {
        state.isOccupied[number] = true
        number = directories[number].parent
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
