internal import SystemCalls

/// Looks at all there is below a root, and changes nothing.
///
/// As in a sweep a directory is read block by block, and nothing recurses.
final class PlanningWalk {
  let directories = DirectoryTable()
  /// What could not be looked at, and what the rules spare of the entries that the caller named.
  private(set) var skipped: [SkippedEntry] = []
  /// What the root itself occupies.
  let rootBytes: UInt64
  let rules: PlanningRules

  /// The directories that go, unless something in them stays.
  private var leaving: [(number: Int, details: FileDetails)] = []
  private var rootObstacle: Obstacle?
  private let root: Visit
  private let silentName: [UInt8]?
  private let opened: OpenVisits
  private let disk: PatientDisk
  private let queue: VisitQueue
  private let cancellation: PlanningCancellation

  /// How many subdirectories of one directory are put off at a time.
  private static let childLimit = 1024

  /// - Parameter descriptor: the root's, which the walk takes over.
  init(
    _ descriptor: Descriptor, on disk: any ClearingDisk, _ rules: PlanningRules, _ cancellation: PlanningCancellation
  ) throws(Errno) {
    self.rules = rules
    self.cancellation = cancellation
    opened = OpenVisits(disk)
    self.disk = opened.patient
    do throws(Errno) {
      let details = try self.disk.trying { disk throws(Errno) in try disk.details(of: descriptor) }
      rootBytes = details.allocatedBytes
      root = Visit(root: details.identity, passLimit: 1)
    } catch {
      disk.close(descriptor)
      throw error
    }
    silentName = CacheTag.isPresent(in: descriptor) ? CacheTag.name : nil
    queue = VisitQueue(root, workers: 1)
    opened.adopt(root, descriptor)
  }

  /// The directories that go with all that is in them, when the walk is done.
  var leavingDirectories: [(number: Int, details: FileDetails)] {
    leaving.filter { !directories[$0.number].isKept }
  }

  /// Calls with each entry but the root.
  func run(_ body: (Finding) -> Void) throws(Obstacle) {
    var block = NameBlock()
    while let visit = queue.next(for: 0) {
      var isListed = true
      var children: [Visit] = []
      do throws(Obstacle) {
        // The queue is emptied in any case: it lets go of a chain of directories one by one.
        if !cancellation.isCancelled {
          isListed = try opened.use(visit) { descriptor throws(Obstacle) in
            try list(visit, descriptor, &block, &children, body)
          }
        }
      } catch {
        note(error, at: visit)
      }
      if queue.leave(visit, isListed: isListed, for: children, by: 0) { finish(visit) }
    }
    opened.closeAll(root)
    if let rootObstacle { throw rootObstacle }
  }

  /// Lists a directory, up to its end or to so many subdirectories.
  private func list(
    _ visit: Visit, _ descriptor: Descriptor, _ block: inout NameBlock, _ children: inout [Visit],
    _ body: (Finding) -> Void
  ) throws(Obstacle) -> Bool {
    if visit.position == 0, disk.isLocked(descriptor) { spare(visit) }
    try perform { disk throws(Errno) in try disk.seek(descriptor, to: visit.position) }
    while children.count < Self.childLimit {
      guard !cancellation.isCancelled,
        try perform({ disk throws(Errno) in try disk.readNames(from: descriptor, into: &block) })
      else { return true }
      for entry in block.names { look(at: block.bytes(of: entry), in: visit, descriptor, &children, body) }
      visit.position = block.end
    }
    return false
  }

  private func look(
    at name: [UInt8], in visit: Visit, _ descriptor: Descriptor, _ children: inout [Visit], _ body: (Finding) -> Void
  ) {
    let above = directories[visit.number]
    let position = rules.named.step(from: above.position, to: name)
    let isNamed = above.isNamed || rules.named.isNamed(position)
    guard isNamed || position != nil || !rules.looksAtNamedOnly else { return }
    do throws(Obstacle) {
      let details = try perform { disk throws(Errno) in try disk.details(of: name, in: descriptor) }
      // What is mounted here is no part of the tree.
      if details.isMountRoot { throw Obstacle(reason: .mount) }
      var verdict = Verdict.stays(nil)
      if !above.isSpared, visit.parent != nil || name != silentName {
        verdict = rules.verdict(on: name, details, isNamed: isNamed, path: visit.path(of: name))
      }
      if isNamed, case .stays(let reason) = verdict { keep(name, in: visit, reason) }
      if details.kind == .directory {
        children.append(enter(name, details, verdict, at: position, isNamed: isNamed, from: visit))
      }
      body(Finding(directory: visit.number, name: name, details: details, verdict: verdict))
    } catch {
      guard !error.isAbsence else { return }
      if error.reason != .mount {
        keep(name, in: visit, .unreadable, error.cause)
      } else if isNamed {
        keep(name, in: visit, .mount)
      }
    }
  }

  private func enter(
    _ name: [UInt8], _ details: FileDetails, _ verdict: Verdict, at position: NamedEntries.Position?, isNamed: Bool,
    from visit: Visit
  ) -> Visit {
    let number = directories.add(
      name, in: visit.number, at: position, isSpared: verdict.sparesContents, isNamed: isNamed)
    if isNamed { leaving.append((number, details)) }
    if case .stays = verdict, isNamed { directories.keep(number) }
    let child = Visit(name: name, in: visit, isAside: false, passLimit: 1)
    child.number = number
    child.identity = details.identity
    return child
  }

  /// Ends a directory that was listed and whose subdirectories are done with, and those above it for which that is true.
  private func finish(_ visit: Visit) {
    var visit = visit
    while let parent = visit.parent {
      opened.leave(visit, for: parent)
      guard queue.noteFinished(visit, in: parent, isKept: false) else { return }
      visit = parent
    }
    queue.end()
  }

  // MARK: What stays

  private func keep(_ name: [UInt8], in visit: Visit, _ reason: SkipReason?, _ cause: Errno? = nil) {
    directories.keep(visit.number)
    guard let reason else { return }
    skipped.append(SkippedEntry(path: visit.path(of: name), reason: reason, cause: cause))
  }

  /// Another program holds a lock on a directory: nothing in it may go.
  private func spare(_ visit: Visit) {
    directories.spare(visit.number)
    directories.keep(visit.number)
    skipped.append(SkippedEntry(path: visit.path(), reason: .locked, cause: .wouldBlock))
  }

  private func note(_ obstacle: Obstacle, at visit: Visit) {
    directories.keep(visit.number)
    guard visit.parent != nil else {
      rootObstacle = obstacle
      return
    }
    guard !obstacle.isAbsence else { return }
    let reason = obstacle.reason == .changed || obstacle.reason == .mount ? obstacle.reason : .unreadable
    skipped.append(SkippedEntry(path: visit.path(), reason: reason, cause: obstacle.cause))
  }

  private func perform<Result>(
    _ body: (any ClearingDisk) throws(Errno) -> Result
  ) throws(Obstacle) -> Result {
    try Obstacle.wrapping { () throws(Errno) in try disk.trying(body) }
  }
}

extension Verdict {
  /// Whether a directory that stays for this reason has all in it stay.
  fileprivate var sparesContents: Bool {
    switch self {
    case .stays(nil), .stays(.protected), .stays(.hidden): true
    default: false
    }
  }
}
