internal import SystemCalls

/// Looks at all there is below a root, and changes nothing.
///
/// As in a sweep a directory is read block by block, and nothing recurses.
final class PlanningWalk {
  let directories = DirectoryTable()
  /// What could not be looked at, and what the rules spare of the entries that the caller named.
  var skipped = SkippedEntries()
  /// What the root itself occupies.
  let rootBytes: UInt64
  let rules: PlanningRules
  /// A name that stays in the root without a word.
  let silentName: [UInt8]?

  /// The directories that go, unless something in them stays, or was there before.
  var leaving: [(number: Int, details: FileDetails)] = []
  var rootObstacle: Obstacle?
  private let root: Visit
  private let opened: OpenVisits
  let disk: PatientDisk
  private let queue: VisitQueue
  private let cancellation: Cancellation
  let looks: PlanningLooks

  /// - Parameter descriptor: the root's, which the walk takes over.
  init(
    _ descriptor: Descriptor, on disk: any ClearingDisk, _ rules: PlanningRules, _ cancellation: Cancellation,
    _ looks: PlanningLooks
  ) throws(Errno) {
    self.rules = rules
    self.cancellation = cancellation
    self.looks = looks
    opened = OpenVisits(disk)
    self.disk = opened.patient
    do throws(Errno) {
      let details = try self.disk.trying { disk throws(Errno) in try disk.details(of: descriptor) }
      rootBytes = details.allocatedBytes
      root = Visit(root: details.identity, at: rules.sparing.root, passLimit: 1)
    } catch {
      disk.close(descriptor)
      throw error
    }
    do throws(Errno) {
      silentName = try CacheTag.isPresent(in: descriptor, on: self.disk) ? CacheTag.name : nil
    } catch {
      silentName = CacheTag.name
      skipped.add(SkippedEntry(path: BytePath(bytes: CacheTag.name), reason: .unreadable, cause: error))
    }
    queue = VisitQueue(root, workers: 1)
    opened.adopt(root, descriptor)
  }

  /// The named directories that go with all that is in them, when the walk is done.
  var namedDirectories: [(number: Int, details: FileDetails)] {
    leaving.filter { directories[$0.number].isNamed && !directories[$0.number].isKept }
  }

  /// The directories that go when the walk is done and all that goes in them is known.
  func leavingDirectories(without choices: [Choice]) -> [(number: Int, details: FileDetails)] {
    for choice in choices { directories.noteLoss(in: choice.directory) }
    // Those below have higher numbers, so they come first.
    return leaving.reversed().filter { number, _ in
      let directory = directories[number]
      guard !directory.isKept, directory.isNamed || directory.isEmptied else { return false }
      directories.noteLoss(in: directories.tree.parent(of: number))
      return true
    }
  }

  /// Calls with each entry but the root.
  func run(_ body: (Finding) -> Void) throws(Obstacle) {
    var block = NameBlock()
    while let visit = queue.next(for: 0) {
      var isListed = true
      var children: [Visit] = []
      do throws(Obstacle) {
        // The queue is emptied in any case: it lets go of a chain of directories one by one.
        if !cancellation.isRequested {
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
    if visit.position == 0 { try checkLock(of: visit, descriptor) }
    try disk.perform { disk throws(Errno) in try disk.seek(descriptor, to: visit.position) }
    while children.count < VisitQueue.childLimit {
      guard !cancellation.isRequested,
        try disk.perform({ disk throws(Errno) in try disk.readNames(from: descriptor, into: &block) })
      else { return true }
      for entry in block.names { look(at: block.bytes(of: entry), in: visit, descriptor, &children, body) }
      visit.position = block.end
    }
    return false
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
}
