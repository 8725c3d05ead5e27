internal import SizeTrees
internal import Synchronization
internal import SystemCalls

/// Lists directories into the tree: the first scan, new directories, a rescan, a second look at one directory.
///
/// Watch, then list: a file created between the two is seen twice, which is harmless, rather than never.
final class Scan: Sendable {
  /// How far a scan goes down from a directory.
  enum Reach: Sendable {
    /// Into directories that the tree did not have before.
    case newDirectories
    /// Into every directory.
    case everything
  }

  /// One piece of work.
  enum Work: Sendable {
    /// A directory to be listed. Its parent is open if it was just listed.
    case directory(DirectoryHandle, parent: OpenDirectory?, Reach)
    /// Some names of a directory with very many, to be examined on behalf of its listing.
    case names(NameBlock, Listing)
  }

  let tree: TrackedTree
  /// nil for a walk without watches.
  let watches: WatchPlacer?
  let findings = Mutex(ScanFindings())
  private let queue: Monitor<Queue>

  private struct Queue {
    var work: [Work] = []
    var active = 0
    var isCancelled = false
    var helpers = 0
  }

  init(of tree: TrackedTree, watches: WatchPlacer?) {
    self.tree = tree
    self.watches = watches
    queue = Monitor(Queue())
  }

  /// Adds a directory to be listed.
  func add(_ directory: DirectoryHandle, _ reach: Reach) {
    push([.directory(directory, parent: nil, reach)])
  }

  func push(_ work: [Work]) {
    guard !work.isEmpty else { return }
    queue.signal { $0.work.append(contentsOf: work) }
  }

  /// Ends the scan early: what has not been listed stays as it is.
  func cancel() {
    queue.signal {
      $0.isCancelled = true
      $0.work.removeAll()
    }
  }

  /// How many pieces of work wait.
  var waiting: Int { queue.withLock { $0.work.count } }

  /// Whether others work too, so that it pays to hand them a part of a listing.
  var hasHelpers: Bool { queue.withLock { $0.helpers > 1 } }

  /// Does one waiting piece of work on the calling thread.
  /// - Returns: false when nothing waits.
  func step() -> Bool {
    let work: Work? = queue.withLock { queue in
      guard let work = queue.work.popLast() else { return nil }
      queue.active += 1
      return work
    }
    guard let work else { return false }
    perform(work)
    return true
  }

  /// Works on the calling thread until everything is done, by it or by others.
  func help() {
    queue.withLock { $0.helpers += 1 }
    while let work = nextWork() { perform(work) }
    queue.withLock { $0.helpers -= 1 }
  }

  private func nextWork() -> Work? {
    // The last in is the first out: few directories are open at a time, and their names are still in the cache.
    let work: Work?? = queue.wait { queue in
      if let work = queue.work.popLast() {
        queue.active += 1
        return work
      }
      return queue.active == 0 ? .some(nil) : nil
    }
    return work ?? nil
  }

  private func perform(_ work: Work) {
    switch work {
    case .directory(let directory, let parent, let reach): list(directory, parent: parent, reach)
    case .names(let names, let listing): listing.examine(names, in: self)
    }
    queue.signal { $0.active -= 1 }
  }
}

/// What a scan found out beyond the sizes: for whoever ordered it.
struct ScanFindings {
  /// Directories that are not where the tree has them.
  var displaced: [DirectoryHandle] = []
  /// Directories that went out of the tree.
  var detached: [DirectoryID] = []
  /// Names (nil: all names) whose allocated bytes may change at writeback without an event.
  var young: [(name: [UInt8]?, directory: DirectoryHandle)] = []
  /// Inodes with several names that the tree has met for the first time.
  var newlyLinked: [FileIdentity] = []
  /// What could not be examined: the first thousand.
  var failures: [(path: BytePath, reason: Errno)] = []
  var failureCount = 0
  /// Directories without a watch because there was none left.
  var unwatched = 0
  /// Entries that differed from what the tree had.
  var changedEntries = 0

  static let failureLimit = 1000

  mutating func addFailure(_ path: @autoclosure () -> BytePath, _ reason: Errno) {
    failureCount += 1
    if failures.count < Self.failureLimit { failures.append((path(), reason)) }
  }
}
