internal import Synchronization
internal import SystemCalls

/// Deletes everything below a root while it reads it. Several workers share it.
///
/// A visit reads its directory block by block: files go at once, and after so many subdirectories the rest has to wait
/// for them. So memory is bounded by the depth and so many for each level, and nothing recurses.
final class Sweep: Sendable {
  /// What a sweep is to do, apart from how.
  struct Scope: Sendable {
    var sparing: Sparing
    /// The root's last name, where the root goes too.
    var rootName: [UInt8]?
    /// Names that stay in the root without a word.
    var silent: Set<[UInt8]> = []
    /// The only names of the root to touch; nil for all.
    var only: Set<[UInt8]>?
    /// The directory in the root that the rest was moved into.
    var aside: (name: [UInt8], identity: EntryIdentity)?
  }

  /// What a worker reads names into.
  private struct Blocks {
    var small = NameBlock()
    var large = NameBlock(capacity: 4 << 20)
  }

  typealias Observer = @Sendable (_ path: BytePath, _ details: FileDetails, _ freedBytes: UInt64) -> Void

  let scope: Scope
  private let root: Visit
  let remover: EntryRemover
  let opened: OpenVisits
  let queue: VisitQueue
  let signals: RunSignals
  /// Called with each entry that went, and the bytes that freed.
  let observe: Observer?

  /// How often a directory is listed before it counts as busy; the root, where programs are most likely to write, more.
  static let (passLimit, rootPassLimit) = (3, 8)

  let places: VisitPlaces
  private let partial = Atomic<Bool>(false)

  /// How many entries go until those who wait may look at the progress.
  private static let progressInterval = 256
  /// How many subdirectories of one directory are put off at a time.
  private static let childLimit = 1024

  init(
    _ scope: Scope, workers: Int, root: EntryIdentity, _ descriptor: Descriptor, remover: EntryRemover,
    opened: OpenVisits, signals: RunSignals, observe: Observer? = nil
  ) {
    self.scope = scope
    self.remover = remover
    self.opened = opened
    places = VisitPlaces(remover.disk)
    self.signals = signals
    self.observe = observe
    self.root = Visit(root: root, at: scope.sparing.root, passLimit: Self.rootPassLimit)
    opened.adopt(self.root, descriptor)
    queue = VisitQueue(self.root, workers: workers)
  }

  /// Whether something could not be looked at, in a survey.
  var isPartial: Bool { partial.load(ordering: .relaxed) }
  func notePartial() { partial.store(true, ordering: .relaxed) }

  /// Closes the root; no worker may be at it any more.
  func close() { opened.closeAll(root) }

  /// Works until all is done.
  func help(as worker: Int) {
    var blocks = Blocks()
    while let visit = queue.next(for: worker) {
      list(visit, &blocks, by: worker)
      signals.publishProgress()
    }
  }

  /// Lists a directory, up to its end or to so many subdirectories.
  private func list(_ visit: Visit, _ blocks: inout Blocks, by worker: Int) {
    var isAtEnd = true
    var children: [Visit] = []
    do throws(Obstacle) {
      // The queue is emptied in any case: it lets go of a chain of directories one by one.
      if !signals.isCancelled {
        isAtEnd = try opened.use(visit) { descriptor throws(Obstacle) in
          try list(visit, descriptor, &blocks, &children)
        }
      }
    } catch {
      visit.obstacle = error
      // What was found in it is wherever it is.
      if places.isLost(visit) { children = [] }
    }
    // Another worker may have it from here on.
    if queue.leave(visit, isListed: isAtEnd, for: children, by: worker) { finish(visit, by: worker) }
  }

  private func list(
    _ visit: Visit, _ descriptor: Descriptor, _ blocks: inout Blocks, _ children: inout [Visit]
  ) throws(Obstacle) -> Bool {
    let isNew = visit.pass == 1 && visit.position == 0
    // To look is allowed in a locked one too.
    if isNew, remover.mode != .survey { try remover.disk.checkLock(of: descriptor) }
    if isNew { places.note(visit) }
    // The root may have been read before.
    if !isNew || visit.parent == nil {
      try remover.disk.perform { disk throws(Errno) in try disk.seek(descriptor, to: visit.position) }
    }
    let known = visit.pass == 1 ? [] : queue.kept(in: visit)
    guard try readNames(descriptor, &blocks.small) else { return true }
    try take(blocks.small, in: visit, descriptor, known, &children)
    if blocks.small.isFull, children.isEmpty {
      // Many files in one place: in the order of their inodes they go in half the time.
      while children.count < Self.childLimit, try readNames(descriptor, &blocks.large) {
        blocks.large.sortByInode()
        try take(blocks.large, in: visit, descriptor, known, &children)
      }
    }
    while children.count < Self.childLimit {
      guard try readNames(descriptor, &blocks.small) else { return true }
      try take(blocks.small, in: visit, descriptor, known, &children)
    }
    return false
  }

  private func take(
    _ block: NameBlock, in visit: Visit, _ descriptor: Descriptor, _ known: Set<[UInt8]>,
    _ children: inout [Visit]
  ) throws(Obstacle) {
    for (index, entry) in block.names.enumerated() {
      if signals.isCancelled { return }
      if index % VisitPlaces.lookInterval == 0 { try checkPlace(of: visit, descriptor) }
      if index % Self.progressInterval == 0 { signals.publishProgress() }
      take(block.bytes(of: entry), entry.kind, in: visit, descriptor, known, &children)
    }
    visit.position = block.end
  }

  private func readNames(_ descriptor: Descriptor, _ block: inout NameBlock) throws(Obstacle) -> Bool {
    guard !signals.isCancelled else { return false }
    return try remover.disk.perform { disk throws(Errno) in try disk.readNames(from: descriptor, into: &block) }
  }

  /// Fails when a directory is not where it was, which is reported once.
  func checkPlace(of visit: Visit, _ descriptor: Descriptor) throws(Obstacle) {
    try places.check(visit, descriptor) { report($0.path(), .changed) }
  }
}
