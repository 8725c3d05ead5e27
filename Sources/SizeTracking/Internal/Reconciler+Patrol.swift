internal import SizeTrees
internal import SystemCalls

/// Comparing the tree with the disk without an event.
extension Reconciler {
  /// A step ends after so many directories, and before that when it has taken so long: what waits for its end waits no
  /// longer than that, and the budget is kept to.
  private static let directoriesPerStep = 64
  private static let longestStep = Duration.milliseconds(20)
  private static let unwatchedReasons: UsageReasons = [.watchLimit, .noEventsFileSystem]

  /// Whether something can be kept current only by looking again and again.
  var needsPolling: Bool {
    let root = tree.withTree { $0.handle(of: .root) }
    let reasons = UsageReasons(rawValue: tree.published.totals(of: root)?.reasons ?? 0)
    return !reasons.isDisjoint(with: Self.unwatchedReasons) || !linkWatches.unwatched.isEmpty || !mountsAreKnown
  }

  func patrol(_ beat: Patrol.Beat) -> Patrol {
    switch beat {
    case .everything: mustCheckMounts = true
    case .unwatched:
      makeRoomForDirectories()
      if !mountsAreKnown { mustCheckMounts = true }
    case .writtenBack: break
    }
    return Patrol(
      beat,
      of: tree.withTree { tree in
        switch beat {
        case .everything, .writtenBack: tree.allDirectories()
        case .unwatched: tree.directories(withReasons: Self.unwatchedReasons.rawValue)
        }
      })
  }

  /// Compares some directories.
  ///
  /// What is different because it changed just now is no drift: whether it did is known once the events that were
  /// queued before and while we looked have been read.
  func step(_ patrol: inout Patrol) {
    catchUp()
    var mentioned = mentionedDirectories
    var drift: [(directory: DirectoryID, entries: Int, bytes: UInt64)] = []
    let end = facts.clock.now + Self.longestStep
    var taken = 0
    while taken < Self.directoriesPerStep, facts.clock.now < end, let handle = patrol.takeNext() {
      guard !facts.isStopping else { return }
      taken += 1
      guard isAttached(handle) else { continue }
      let isQuiet = isSettled(handle.id) && !mentioned.contains(handle.id)
      let before = totals(handle)
      // What is young has been put down for a second look by the event, or the scan, that found it.
      let entries = list([handle], .newDirectories, isWrittenBack: true)
      // What is written back is as it will stay.
      if entries > 0, patrol.beat != .writtenBack { settle(nil, in: handle.id) }
      let after = totals(handle)
      patrol.report.directories += 1
      let bytes = before > after ? before - after : after - before
      if isQuiet, entries > 0 || bytes > 0 { drift.append((handle.id, entries, bytes)) }
    }
    catchUp()
    mentioned = mentionedDirectories
    let somethingIsPending = !mentioned.isEmpty || !writtenInodes.isEmpty
    for found in drift where !mentioned.contains(found.directory) && !needsRescan {
      // An inode may have been written to by a name in another directory.
      if somethingIsPending, tree.withTree({ $0.isLive(found.directory) && $0.hasLinkedNames(in: found.directory) }) {
        continue
      }
      patrol.report.entries += found.entries
      patrol.report.bytes = patrol.report.bytes.addingSaturating(found.bytes)
    }
    guard patrol.isDone else { return }
    switch patrol.beat {
    case .everything, .unwatched: pollUnwatchedLinked()
    case .writtenBack: endSecondLook()
    }
  }

  /// Whether nothing but an event can change a directory's numbers.
  private func isSettled(_ id: DirectoryID) -> Bool {
    tree.withTree { $0.reasons(at: id) } == 0 && !settleList.contains(id) && !facts.reasons.contains(.writeback)
  }

  /// The directories in which something changed as events say, and those above them: what a directory takes for itself
  /// is seen in the one above.
  private var mentionedDirectories: Set<DirectoryID> {
    var mentioned = Set(pending.directories.keys).union(followUps.directories.keys)
    tree.withTree { tree in
      for id in mentioned where tree.isLive(id) {
        if let parent = tree.parent(of: id) { mentioned.insert(parent) }
      }
    }
    return mentioned
  }

  private func isAttached(_ handle: DirectoryHandle) -> Bool {
    tree.withTree { $0.isLive(handle) && $0.isAttached(handle.id) }
  }

  private func totals(_ handle: DirectoryHandle) -> UInt64 {
    tree.withTree { $0.settleLinks() }
    return tree.published.totals(of: handle)?.allocatedBytes ?? 0
  }

  /// Watches on files give way to those on directories.
  private func makeRoomForDirectories() {
    let wanting = tree.withTree { $0.directories(withReasons: UsageReasons.watchLimit.rawValue).count }
    if wanting > 0, linkWatches.count > 0 { giveUpLinkWatches(wanting) }
  }
}

extension UInt64 {
  fileprivate func addingSaturating(_ other: UInt64) -> UInt64 {
    let (sum, isOut) = addingReportingOverflow(other)
    return isOut ? .max : sum
  }
}
