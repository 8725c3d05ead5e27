internal import SizeTrees
internal import Synchronization
internal import SystemCalls

extension Reconciler {
  /// Directories to list on this thread before helpers are called in: most new directories are small.
  private static let stepsAlone = 64

  /// Lists directories, and what is new below them.
  ///
  /// - Parameter isWrittenBack: The directories' own files, but not what is new below, are as they will stay.
  /// - Returns: how many entries differed from what the tree had.
  @discardableResult
  func list(
    _ handles: [DirectoryHandle], _ reach: Scan.Reach, parent: OpenDirectory? = nil, isWrittenBack: Bool = false
  ) -> Int {
    let scan = Scan(of: tree, watches: watches)
    let way = parent.map(Scan.Way.parent) ?? .path
    scan.push(handles.map { ScanQueue.Directory(handle: $0, way: way, reach: reach) })
    run(scan)
    if isWrittenBack {
      scan.findings.withLock { $0.young.removeAll { young in handles.contains(young.directory) } }
    }
    return takeFindings(of: scan)
  }

  /// Lists every directory, with every thread that helps.
  func scanEverything(isFirst: Bool = false) {
    let scan = Scan(of: tree, watches: watches, isFirst: isFirst)
    scan.add(tree.withTree { $0.handle(of: .root) }, .everything)
    // With all threads from the start: the first directory may be the one that has nearly everything in it.
    finish(scan)
    takeFindings(of: scan)
    tree.withTree { $0.settleLinks() }
  }

  /// Looks at everything again, because events were lost.
  func rescan() {
    facts.beginRescan()
    checkRoot()
    guard !facts.isGone else { return facts.endRescan() }
    linkWatches.wantAll()
    scanEverything()
    if !needsRescan { facts.endRescan() }
  }

  private func run(_ scan: Scan) {
    var steps = 0
    while steps < Self.stepsAlone, scan.step() {
      steps += 1
      countQuestion()
    }
    guard scan.waiting > 0 else { return }
    finish(scan)
  }

  /// - Returns: how many entries differed from what the tree had.
  @discardableResult
  private func takeFindings(of scan: Scan) -> Int {
    var findings = ScanFindings()
    scan.findings.withLock { swap(&findings, &$0) }
    for id in findings.detached { addDetached(id) }
    for handle in findings.displaced where tree.withTree({ $0.isLive(handle) }) {
      // Renamed or replaced since its parent was listed: the parent knows what is there now.
      if let parent = tree.withTree({ $0.parent(of: handle.id) }) {
        followUps.insert(tree.withTree { $0.name(of: handle.id) }, in: parent, .movedHere)
      } else if handle.id == .root {
        mustCheckRoot = true
      }
    }
    // No event will say that descriptors or memory are there again, or that a disk has recovered.
    for handle in findings.failed where tree.withTree({ $0.isLive(handle) }) { settle(nil, in: handle.id) }
    for (name, handle) in findings.young where tree.withTree({ $0.isLive(handle) }) {
      settle(name, in: handle.id)
    }
    // A file was linked or unlinked after one of its names was listed, and before another: no event names the first.
    newlyLinked.formUnion(findings.newlyLinked)
    lostLinked.formUnion(findings.lostLinked)
    for path in findings.recovered { facts.canExamine(path) }
    for failure in findings.failures { facts.cannotExamine(failure) }
    if findings.unwatched > 0 { reportWatchLimit() }
    return scan.changedEntries.load(ordering: .relaxed)
  }

  func reportWatchLimit() {
    let directories = tree.withTree { $0.published.totals(of: $0.handle(of: .root))?.directories } ?? 0
    facts.ranOutOfWatches(needed: Int(directories) + linkWatches.count + linkWatches.unwatched.count)
  }
}
