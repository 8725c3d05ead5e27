internal import Synchronization
internal import SystemCalls

/// Deletes exactly what a plan lists, each entry only if it is what it was when it was chosen. Several workers share it.
final class PlannedRemoval: Sendable {
  /// Candidates of one directory, in the plan's order.
  private struct Group {
    var directory: BytePath
    var candidates: [ClearingCandidate] = []
  }

  private struct State {
    var locks: [BytePath: Bool] = [:]
    /// Directories with something in them that stays.
    var occupied: Set<BytePath> = []
    /// Directories that lost something.
    var touched: Set<BytePath> = []
  }

  private let plan: ClearingPlan
  private let way: WayBelow
  private let remover: EntryRemover
  private let signals: RunSignals
  private let sparing: Sparing
  private let silent: Set<BytePath>
  private let groups: [Group]
  private let next = Atomic<Int>(0)
  private let state = Monitor(State())

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
    groups = Self.groups(of: plan.candidates.filter { $0.identity.kind != .directory })
  }

  private static func groups(of candidates: [ClearingCandidate]) -> [Group] {
    var groups: [Group] = []
    var positions: [BytePath: Int] = [:]
    for candidate in candidates {
      let directory = candidate.path.removingLastComponent()
      let position = positions[directory] ?? groups.count
      if position == groups.count {
        positions[directory] = position
        groups.append(Group(directory: directory))
      }
      groups[position].candidates.append(candidate)
    }
    return groups
  }

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

  /// Deletes the directories, when no worker is at the files any more.
  func finish() {
    let directories = plan.candidates.filter { $0.identity.kind == .directory }
    for candidate in directories.sorted(by: { $0.path.level > $1.path.level }) {
      if signals.isCancelled { return signals.noteCut() }
      do throws(Obstacle) {
        try removeDirectory(candidate.path, if: candidate.identity)
      } catch {
        // What stays in it is reported by itself, unless it came after the plan.
        let isKnown = error.cause == .notEmpty && state.withLock { $0.occupied.contains(candidate.path) }
        if !isKnown { skip(candidate.path, error.cause == .notEmpty ? .changed : error) }
      }
    }
    if plan.rules.prunesEmptyDirectories { prune() }
  }

  /// Removes the directories that lost all they had, and then those above them for which that is true by now.
  private func prune() {
    var levels: [Int: Set<BytePath>] = [:]
    for path in state.withLock({ $0.touched }) { levels[path.level, default: []].insert(path) }
    for level in stride(from: levels.keys.max() ?? 0, to: 0, by: -1) {
      for path in levels[level] ?? [] where !signals.isCancelled {
        do throws(Obstacle) {
          try removeDirectory(path, if: nil)
          levels[level - 1, default: []].insert(path.removingLastComponent())
        } catch {
          if error.cause != .notEmpty { skip(path, error) }
        }
      }
    }
  }

  private func removeDirectory(_ path: BytePath, if identity: EntryIdentity?) throws(Obstacle) {
    guard let name = path.lastComponent else { return }
    try check(path)
    let above = path.removingLastComponent()
    try way.use(above) { parent throws(Obstacle) in _ = try remover.removeDirectory(name, from: parent, if: identity) }
    state.withLock { _ = $0.touched.insert(above) }
  }

  // MARK: Files

  private func clear(_ group: Group) {
    do throws(Obstacle) {
      if isLocked(group.directory) { throw Obstacle(reason: .locked, cause: .wouldBlock) }
      try way.use(group.directory) { directory throws(Obstacle) in
        for candidate in group.candidates where !silent.contains(candidate.path) {
          if signals.isCancelled { return signals.noteCut() }
          remove(candidate, from: directory)
        }
        state.withLock { _ = $0.touched.insert(group.directory) }
      }
    } catch {
      for candidate in group.candidates { skip(candidate.path, error) }
    }
  }

  private func remove(_ candidate: ClearingCandidate, from directory: Descriptor) {
    guard let name = candidate.path.lastComponent else { return }
    do throws(Obstacle) {
      try check(candidate.path)
      let details = try Obstacle.wrapping { () throws(Errno) in
        try remover.disk.trying { disk throws(Errno) in try disk.details(of: name, in: directory) }
      }
      if details.isMountRoot { throw Obstacle(reason: .mount) }
      let checksAccess = plan.rules.ageBy == .lastUse && !plan.ignoresAccessTimes
      try remover.removeFile(name, details, from: directory) { now, entry in
        candidate.isStill(now, after: entry, checkingAccess: checksAccess)
      }
    } catch {
      skip(candidate.path, error.cause == .isDirectory ? .changed : error)
    }
  }

  /// The rules win over the plan, which anyone may have edited.
  private func check(_ path: BytePath) throws(Obstacle) {
    guard sparing.asksForNames else { return }
    var above = path
    while let name = above.lastComponent {
      if let reason = sparing.reason(for: name, path: above) { throw Obstacle(reason: reason) }
      above = above.removingLastComponent()
    }
  }

  /// Whether another program holds a lock on a directory or on one above it.
  private func isLocked(_ directory: BytePath) -> Bool {
    var path = directory
    while true {
      let known = state.withLock { $0.locks[path] }
      if known ?? probe(path) { return true }
      if path.isEmpty { return false }
      path = path.removingLastComponent()
    }
  }

  private func probe(_ path: BytePath) -> Bool {
    let isLocked = (try? way.use(path) { remover.disk.isLocked($0) }) ?? false
    state.withLock { $0.locks[path] = isLocked }
    return isLocked
  }

  private func skip(_ path: BytePath, _ obstacle: Obstacle) {
    guard !obstacle.isAbsence else { return }
    remover.tally.skip(path, obstacle)
    state.withLock { state in
      var above = path
      repeat { above = above.removingLastComponent() } while state.occupied.insert(above).inserted && !above.isEmpty
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
