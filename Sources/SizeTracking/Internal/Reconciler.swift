internal import FileEvents
internal import SizeTrees
internal import SystemCalls

/// Brings the tree in line with the disk. An event only says where to look; what is there now is asked from the disk.
///
/// Used by one thread. It waits for nothing but the disk: a test steps it without a kernel.
package final class Reconciler {
  let tree: TrackedTree
  let watches: WatchPlacer
  let facts: TrackerFacts

  /// What the events that have been read so far point at.
  var pending = PendingChanges()
  var settleList = SettleList()
  /// So much was written that every directory is due for a second look.
  var mustLookEverywhere = false
  /// What looking at a batch left to be done before its barrier is passed.
  var followUps = PendingChanges()
  /// What may have changed in directories that are out of the tree: looked at when they come back.
  var deferred = PendingChanges()
  /// Directories that went from their place, with the batch that found it: they come back to another place, or are
  /// discarded soon.
  var detached: [DirectoryID: Int] = [:]
  private var batchNumber = 0
  private var repairedUnderflows = 0
  /// Inodes whose other names have to be found in the tree.
  var newlyLinked: Set<FileIdentity> = []
  /// Files that were made without a name and written to, which may have a name in the tree by now.
  var writtenUnnamed: Set<FileIdentity> = []
  /// Those of them that have none, as far as is known: temporary files never get one, and are written to all the time.
  var unnamed: Set<FileIdentity> = []
  /// Names of inodes that lost another name, by directory: to be looked at again, now and after writeback.
  var relatedNames: [DirectoryID: Set<NameHash>] = [:]
  /// Those inodes, while their other names have not been asked for.
  var lostLinked: Set<FileIdentity> = []
  /// The watches on files that have names outside of the tree, and those of these files that were written to.
  var linkWatches = LinkWatches()
  var writtenInodes: Set<FileIdentity> = []
  /// Directories whose own sizes may have changed with something below them.
  var copiedUp: Set<DirectoryID> = []
  /// Events were lost since the last rescan began.
  var needsRescan = false
  var lastOverflow = MonotonicTime(nanoseconds: 0)
  /// The root may not be where it was.
  var mustCheckRoot = false
  /// The root's path could not be followed, and what happened meanwhile could not be looked at.
  var rootWasUnreachable = false
  /// Something was mounted or unmounted somewhere.
  var mustCheckMounts = false
  /// The mounts that concern the root, as of the last look; and whether that look succeeded.
  var mounts: Set<Mount> = []
  var mountsAreKnown = true
  /// Where the root is watched from above.
  var rootWatch: RootWatch
  /// Reads more events while long work goes on. False when the work is to end.
  var drain: () -> Bool = { true }
  /// Reads every event of what happened before the call.
  var catchUp: () -> Void = {}
  /// Does the rest of a long scan.
  var finish: (Scan) -> Void = { $0.help() }
  /// What is off the settle list, and is looked at in this batch.
  var settled: [SettleList.Subject] = []
  /// Room for the names of a directory.
  var block = NameBlock()
  /// Statuses asked for since the last drain.
  private var questions = 0

  /// After so many questions to the disk the events are read again, so that the kernel's queue never fills.
  private static let questionsPerDrain = 256

  init(tree: TrackedTree, watches: WatchPlacer, facts: TrackerFacts) {
    self.tree = tree
    self.watches = watches
    self.facts = facts
    rootWatch = RootWatch(root: tree.root)
    tree.withTree { $0.notesOutsideLinks = true }
  }

  /// Whether something is left to do without a new event.
  var hasWork: Bool {
    !pending.isEmpty || needsRescan || mustCheckRoot || mustCheckMounts || !followUps.directories.isEmpty
      || hasNamesToFind
  }

  private var hasNamesToFind: Bool { hasNamesToLookAt || !linkWatches.wanted.isEmpty }

  private var hasNamesToLookAt: Bool {
    !newlyLinked.isEmpty || !writtenUnnamed.isEmpty || !relatedNames.isEmpty || !lostLinked.isEmpty
      || !writtenInodes.isEmpty
  }

  /// The first scan.
  func start() {
    noteMounts()
    rootWatch.watch(tree.disk, watches.subscription)
    scanEverything(isFirst: true)
    lookAtRelatedNames()
    findOtherNames()
    finishBatch()
  }

  // MARK: Work

  /// Looks at everything that is pending. Ends although more comes in meanwhile: that is the next call's.
  /// - Returns: what is kept by that.
  func work() -> Promises {
    // What arrives while the root is looked at belongs to the next batch: a barrier behind a mount must wait for it.
    let promises = pending.promises.take()
    if mustCheckMounts { checkMounts() }
    if mustCheckRoot { checkRoot() }
    var batch = PendingChanges()
    swap(&batch, &pending)
    pending.promises = batch.promises
    if needsRescan {
      needsRescan = false
      batch.removeAllDirectories()
      rescan()
    }
    for _ in 0..<Self.roundsPerBatch {
      examine(&batch)
      lookAtWrittenInodes()
      lookAtRelatedNames()
      findOtherNames()
      lookAtCopiedUp()
      swap(&batch.directories, &followUps.directories)
      guard !batch.directories.isEmpty || hasNamesToLookAt else { break }
    }
    // Races without end: the rest is done among what comes next, and whoever waits, waits for it.
    batch.directories.forEach { directory, changes in pending.restore(changes, in: directory) }
    let isDone = batch.directories.isEmpty && !hasNamesToLookAt
    if !isDone { pending.promises.formUnion(promises) }
    finishBatch()
    if isDone {
      finishMounts()
      finishSettling()
    }
    return isDone ? promises : Promises()
  }

  private static let roundsPerBatch = 16

  /// Looks at everything in a batch. What that leaves to be done is in `followUps` then.
  private func examine(_ batch: inout PendingChanges) {
    let order = tree.withTree { tree in
      batch.directories.keys
        .compactMap { id in tree.isLive(id) ? (depth: tree.depth(of: id), id: id) : nil }
        .sorted { $0.depth < $1.depth }
    }
    // From the top down: a directory that moved is in its new place before anything in it is looked at.
    var outside: [(DirectoryID, PendingChanges.Directory)] = []
    for (_, directory) in order {
      guard !facts.isStopping, let changes = batch.remove(directory) else { continue }
      if isAttached(directory) {
        examine(directory, changes)
      } else {
        outside.append((directory, changes))
      }
    }
    // A directory that was out of the tree may be back in its new place by now; or that is still to come.
    for (directory, changes) in outside where tree.withTree({ $0.isLive(directory) }) {
      if isAttached(directory) {
        followUps.restore(changes, in: directory)
      } else {
        deferred.restore(changes, in: directory)
      }
    }
    batch.removeAllDirectories()
  }

  func isAttached(_ directory: DirectoryID) -> Bool {
    tree.withTree { $0.isLive(directory) && $0.isAttached(directory) }
  }

  /// Called for every status asked from the disk.
  func countQuestion() {
    questions += 1
    if questions >= Self.questionsPerDrain {
      questions = 0
      _ = drain()
    }
  }

  /// Settles what only the whole batch can: links, directories that are gone for good.
  private func finishBatch() {
    // The other half of a rename is in the queue right behind the first: one more look before anything is discarded.
    if pending.isEmpty { _ = drain() }
    discardDetached(before: pending.isEmpty ? .max : batchNumber)
    batchNumber += 1
    // Last: also what was discarded may have held names of inodes that have others.
    tree.withTree { $0.settleLinks() }
    updateLinkWatches()
    repairSums()
  }

  /// Sums below zero are a bug. Whoever meets it gets right numbers all the same, and is told.
  private func repairSums() {
    let underflows = tree.withTree { $0.underflows }
    guard underflows > repairedUnderflows else { return }
    repairedUnderflows = underflows
    tree.withTree { $0.rebuildSums() }
    needsRescan = true
    lastOverflow = facts.clock.now
    facts.sumsFellBelowZero(underflows)
  }

  /// Notes that a directory is out of the tree.
  func addDetached(_ id: DirectoryID) {
    detached[id] = batchNumber
  }

  /// Forgets directories that are out of the tree since before a batch, and gives their watches back.
  func discardDetached(before batch: Int) {
    guard !detached.isEmpty else { return }
    for (id, number) in detached where number < batch {
      var dead: [(DirectoryID, Int32?)] = []
      tree.withTree { tree in tree.discard(id) { dead.append(($0, $1)) } }
      for (directory, watch) in dead {
        if let watch { watches.remove(watch, from: directory) }
        settleList.remove(directory)
        _ = pending.remove(directory)
        _ = followUps.remove(directory)
        _ = deferred.remove(directory)
        relatedNames[directory] = nil
      }
      detached[id] = nil
    }
    forgetUnexaminedOutside()
  }

  /// What could not be examined is said again when something of the same name cannot.
  private func forgetUnexaminedOutside() {
    facts.keepUnexamined { path, isEntry in
      guard let place = (isEntry ? path.removingLastComponent() : path).below(tree.root) else { return false }
      return tree.withTree { $0.directory(at: place) } != nil
    }
  }
}
