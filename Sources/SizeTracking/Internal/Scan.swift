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
    /// A directory to be listed. Its parent is open if it was just listed.
    case directory(DirectoryHandle, parent: OpenDirectory?, Reach)
    /// Some names of a directory with very many, to be examined on behalf of its listing.
    case names(NameBlock, SharedListing)
  }

  let tree: TrackedTree
  /// nil for a walk without watches.
  let watches: WatchPlacer?
  let exclusions: Exclusions
  let findings = Monitor(ScanFindings())
  private let queue: Monitor<Queue>

  fileprivate struct Queue {
    var work: [Work] = []
    /// Pieces that someone works on; each may bring more.
    var active = 0
    var helpers = 0

    var isFinished: Bool { work.isEmpty && active == 0 }
  }

  init(of tree: TrackedTree, watches: WatchPlacer?) {
    self.tree = tree
    self.watches = watches
    exclusions = tree.exclusions.withLock { $0 }
    queue = Monitor(Queue())
  }

  /// Adds a directory to be listed.
  func add(_ directory: DirectoryHandle, _ reach: Reach, parent: OpenDirectory? = nil) {
    push([.directory(directory, parent: parent, reach)])
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
    var block = NameBlock()
    perform(work, &block)
    return true
  }

  /// Works on the calling thread until everything is done, by it or by others.
  func help() {
    queue.withLock { $0.helpers += 1 }
    var block = NameBlock()
    while let work = nextWork() { perform(work, &block) }
    queue.withLock { $0.helpers -= 1 }
  }

  private func nextWork() -> Work? {
    let work: Work?? = queue.wait { queue in
      if let work = queue.take() { return work }
      return queue.isFinished ? .some(nil) : nil
    }
    return work ?? nil
  }

  /// - Parameter block: Memory for names, kept from one directory to the next.
  private func perform(_ work: Work, _ block: inout NameBlock) {
    switch work {
    case .directory(let directory, let parent, let reach): list(directory, parent: parent, reach, &block)
    case .names(let names, let listing): listing.examine(names, in: self)
    }
    queue.signalIf { queue in
      queue.active -= 1
      return queue.isFinished
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
}
