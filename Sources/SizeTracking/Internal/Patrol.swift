internal import SizeTrees
internal import SystemCalls

/// A pass over directories that compares them with the disk, a few at a time.
struct Patrol {
  /// Which directories.
  enum Beat {
    /// All: what no event reports is found by nothing else.
    case everything
    /// Those that are not watched, or whose file system does not report every change.
    case unwatched
    /// All, because more directories were written to than the settle list notes one by one.
    case writtenBack
  }

  let beat: Beat
  private let handles: [DirectoryHandle]
  private var next = 0
  var report = AuditReport()

  init(_ beat: Beat, of handles: [DirectoryHandle]) {
    self.beat = beat
    self.handles = handles
  }

  var isDone: Bool { next == handles.count }

  mutating func takeNext() -> DirectoryHandle? {
    guard next < handles.count else { return nil }
    defer { next += 1 }
    return handles[next]
  }
}

/// When the steps of a patrol are due, and the next patrol: it takes at most a share of one processor, and of the disk's time.
///
/// Used by one thread.
final class PatrolSchedule {
  let beat: Patrol.Beat
  /// From the end of one pass to the start of the next; nil when each pass is begun from outside.
  let pause: Duration?
  let budgetPercent: Int
  /// The pass that is under way.
  private(set) var patrol: Patrol?
  /// When something is to be done; nil while nothing is.
  private(set) var due: MonotonicTime?

  init(_ beat: Patrol.Beat, every pause: Duration? = nil, budgetPercent: Int) {
    self.beat = beat
    self.pause = pause
    self.budgetPercent = min(100, max(1, budgetPercent))
  }

  /// Has the first pass begin after a pause, unless one is planned already.
  func plan(from now: MonotonicTime) {
    guard due == nil, let pause else { return }
    due = now + pause
  }

  func cancel() {
    due = nil
    patrol = nil
  }

  func begin(_ patrol: Patrol, at now: MonotonicTime) {
    self.patrol = patrol
    due = now
  }

  /// Hands the pass that is under way over, to be done without pauses.
  func take() -> Patrol? {
    defer { cancel() }
    return patrol
  }

  /// Does a step, and plans the next.
  /// - Returns: the report, when the pass is done.
  func step(_ now: () -> MonotonicTime, _ body: (inout Patrol) -> Void) -> AuditReport? {
    guard var current = patrol else { return nil }
    let start = now()
    patrol = nil
    body(&current)
    let end = now()
    let duration = end - start
    let rest = duration * (100 - budgetPercent) / budgetPercent
    guard current.isDone else {
      patrol = current
      due = end + rest
      return nil
    }
    // A pass that takes long is not repeated at once.
    due = pause.map { end + max($0, rest) }
    return current.report
  }
}
