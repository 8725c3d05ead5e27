internal import SizeTrees
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
    /// A directory to be listed.
    case directory(DirectoryHandle, Way, Reach)
    /// Some names of a directory with very many, to be examined on behalf of its listing.
    case names(NameBlock, SharedListing)
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
  private let queue: Monitor<Queue>

  fileprivate struct Queue {
    var work: [Work] = []
    /// Pieces that someone works on; each may bring more.
    var active = 0
    var helpers = 0

    var isFinished: Bool { work.isEmpty && active == 0 }
  }

  init(of tree: TrackedTree, watches: WatchPlacer?, isFirst: Bool = false) {
    self.tree = tree
    self.watches = watches
    self.isFirst = isFirst
    exclusions = tree.exclusions.withLock { $0 }
    queue = Monitor(Queue())
  }

  /// Adds a directory to be listed.
  func add(_ directory: DirectoryHandle, _ reach: Reach) {
    push([.directory(directory, .path, reach)])
  }

  func push(_ work: [Work]) {
    guard !work.isEmpty else { return }
    queue.signal { $0.work.append(contentsOf: work) }
  }

  /// Ends the scan early: what has not been listed stays as it is.
  func cancel() {
    queue.signal { $0.work.removeAll() }
  }

  /// How many pieces of work wait.
  var waiting: Int { queue.withLock { $0.work.count } }

  /// Whether others work too, so that it pays to hand them a part of a listing.
  var hasHelpers: Bool { queue.withLock { $0.helpers > 1 } }

  /// Does one waiting piece of work on the calling thread.
  /// - Returns: false when nothing waits.
  func step() -> Bool {
    let work: Work? = queue.withLock { $0.take() }
    guard let work else { return false }
    var memory = Memory()
    perform(work, &memory)
    queue.signalIf { $0.finishOne() }
    return true
  }

  /// Works on the calling thread until everything is done, by it or by others.
  func help() {
    queue.withLock { $0.helpers += 1 }
    var memory = Memory()
    var next = nextWork(hasFinishedOne: false)
    while let work = next {
      perform(work, &memory)
      next = nextWork(hasFinishedOne: true)
    }
    queue.withLock { $0.helpers -= 1 }
  }

  /// In one step with noting that the piece before is done: the queue's lock is what the threads meet at most.
  private func nextWork(hasFinishedOne: Bool) -> Work? {
    var hasFinishedOne = hasFinishedOne
    var isLast = false
    let work: Work?? = queue.wait { queue in
      if hasFinishedOne {
        hasFinishedOne = false
        isLast = queue.finishOne()
      }
      if let work = queue.take() { return work }
      return queue.isFinished ? .some(nil) : nil
    }
    // Others may be waiting for work that the last piece could have brought.
    if isLast { queue.signal { _ in } }
    return work ?? nil
  }

  private func perform(_ work: Work, _ memory: inout Memory) {
    switch work {
    case .directory(let directory, let way, let reach): list(directory, way, reach, &memory)
    case .names(let names, let listing): listing.examine(names, in: self)
    }
  }
}

extension Scan.Queue {
  /// The last in is the first out: few directories are open at a time, and their names are still in the cache.
  fileprivate mutating func take() -> Scan.Work? {
    guard let work = work.popLast() else { return nil }
    active += 1
    return work
  }

  /// - Returns: whether it was the last.
  fileprivate mutating func finishOne() -> Bool {
    active -= 1
    return isFinished
  }
}
