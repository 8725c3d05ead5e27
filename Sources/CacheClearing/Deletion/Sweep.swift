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

  init(
    _ scope: Scope, workers: Int, root: EntryIdentity, _ descriptor: Descriptor, remover: EntryRemover,
    opened: OpenVisits, signals: RunSignals, clock: ClearingClock, observe: Observer? = nil
  ) {
    self.scope = scope
    self.remover = remover
    self.opened = opened
    places = VisitPlaces(remover.disk, clock: clock)
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
        if visit.isUnread { places.note(visit) }
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

  /// Fails when a directory is not where it was, which is reported once.
  func checkPlace(of visit: Visit, _ descriptor: Descriptor) throws(Obstacle) {
    try places.check(visit, descriptor) { report($0, .changed) }
  }
}
