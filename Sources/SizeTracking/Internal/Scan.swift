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

  /// How to get at a directory.
  enum Way: Sendable {
    /// By its path, which the tree knows.
    case path
    /// By its name in a directory that is open, because it was just listed or looked at.
    case parent(OpenDirectory)
    /// The same, without asking the tree for what its parent's listing has shown.
    case listed(TrackedTree.Place, in: OpenDirectory)
  }

  /// What one thread keeps from one directory to the next.
  struct Memory {
    /// Room for names.
    var block = NameBlock()
    /// Room for what the names stand for.
    var listing = Listing(salt: 0)
    /// The last directory's device and file system: most likely the next one's.
    var device: UInt64?
    var fileSystem: FileSystemKind?
  }

  let tree: TrackedTree
  /// nil for a walk without watches.
  let watches: WatchPlacer?
  let exclusions: Exclusions
  /// Whether nothing else is in the tree, and nobody else works on it: nothing is looked up by its identity.
  let isFirst: Bool
  let findings = Monitor(ScanFindings())
  /// Entries that differed from what the tree had. Apart from the findings: nearly every listing adds to it.
  let changedEntries = Atomic(0)
  private let queue = Monitor(ScanQueue(processors: processorCount()))

  init(of tree: TrackedTree, watches: WatchPlacer?, isFirst: Bool = false) {
    self.tree = tree
    self.watches = watches
    self.isFirst = isFirst
    exclusions = tree.exclusions.withLock { $0 }
  }

  /// Adds a directory to be listed.
  func add(_ directory: DirectoryHandle, _ reach: Reach) {
    push([ScanQueue.Directory(handle: directory, way: .path, reach: reach)])
  }

  func push(_ directories: [ScanQueue.Directory]) {
    guard !directories.isEmpty else { return }
    queue.signalSome { $0.add(directories) }
  }

  func push(_ names: ScanQueue.Names) {
    queue.signalSome { $0.add(names) }
  }

  /// Ends the scan early: what has not been listed stays as it is.
  func cancel() {
    queue.signal { $0.removeAll() }
  }

  /// How many pieces of work wait.
  var waiting: Int { queue.withLock { $0.waiting } }

  /// Whether others work too, so that it pays to hand them a part of a listing.
  var hasHelpers: Bool { queue.withLock { $0.helpers > 1 } }

  /// Does one waiting piece of work on the calling thread, before others help.
  /// - Returns: false when nothing waits.
  func step() -> Bool {
    let work: ScanQueue.Work? = queue.withLock { $0.take() }
    guard let work else { return false }
    var memory = Memory()
    let kind = work.kind
    perform(work, &memory)
    queue.signalIf { $0.finish(kind) }
    return true
  }

  /// Works on the calling thread until everything is done, by it or by others.
  /// - Parameter whenWaiting: called when the thread has waited for the disk: others could work meanwhile.
  func help(whenWaiting: () -> Void = {}) {
    queue.withLock { $0.join() }
    var memory = Memory()
    var finished: ScanQueue.Kind?
    var pace = ScanPace()
    while let work = nextWork(after: finished) {
      finished = work.kind
      if pace.isSlow({ perform(work, &memory) }) { whenWaiting() }
    }
    queue.withLock { $0.leave() }
  }

  /// In one step with noting that the piece before is done: the queue's lock is what the threads meet at most.
  private func nextWork(after finished: ScanQueue.Kind?) -> ScanQueue.Work? {
    var finished = finished
    var isLast = false
    let work: ScanQueue.Work?? = queue.wait { queue in
      if let kind = finished {
        finished = nil
        isLast = queue.finish(kind)
      }
      if let work = queue.take() { return work }
      return queue.isFinished ? .some(nil) : nil
    }
    // Others may be waiting for work that the last piece could have brought.
    if isLast { queue.signal { _ in } }
    return work ?? nil
  }

  private func perform(_ work: ScanQueue.Work, _ memory: inout Memory) {
    switch work {
    case .directory(let directory): list(directory.handle, directory.way, directory.reach, &memory)
    case .names(let names): names.listing.examine(names.block, in: self)
    }
  }
}
