internal import FileEvents
internal import SizeTrees
internal import SystemCalls

extension Reconciler {
  /// Notes what a batch of events points at.
  func absorb(_ batch: EventBatch) {
    facts.count(events: batch.events.count)
    if !batch.events.isEmpty { note(eventsOf: batch) }
    if batch.overflowed {
      facts.countOverflow()
      needsRescan = true
      lastOverflow = facts.clock.now
      pending.removeAllDirectories()
    }
    if batch.mountsChanged { mustCheckMounts = true }
    pending.promises.formUnion(Promises(barrier: batch.barrier))
    if let failure = batch.failure { facts.sourceFailed(failure) }
  }

  private func note(eventsOf batch: EventBatch) {
    // Taken out for as long as that takes: each access to a property of an object is checked.
    var changes = PendingChanges()
    swap(&changes, &pending)
    defer { swap(&changes, &pending) }
    let names = batch.names.span
    for event in batch.events { absorb(event, name: names.extracting(event.name), into: &changes) }
  }

  private func absorb(_ event: FileEvent, name: Span<UInt8>, into changes: inout PendingChanges) {
    if RootWatch.owns(event.token) {
      if rootWatch.concernsRoot(event, name: name) { mustCheckRoot = true }
      return
    }
    if LinkWatches.owns(event.token) { return absorb(linkEvent: event) }
    let directory = DirectoryID(rawValue: event.token.rawValue)
    if event.mask.overlaps(.ignored) {
      // Only the death of the watch that the directory has now counts: an older one may report late.
      let isCurrent = tree.withTree { tree -> Bool in
        guard tree.isLive(directory), tree.watch(of: directory) == event.watch.rawValue else { return false }
        tree.setWatch(nil, of: directory)
        return true
      }
      watches.remove(event.watch.rawValue, from: directory)
      if isCurrent { lookAtDirectory(directory, &changes) }
      return
    }
    guard name.isEmpty else {
      var hint: PendingChanges.Hint = []
      if event.mask.overlaps(.movedTo) { hint.insert(.movedHere) }
      if !unnamed.isEmpty, event.mask.overlaps(.appearances) { unnamed.removeAll() }
      if event.mask.overlaps(.writes) { hint.insert(.settle) }
      if event.mask.overlaps(.disappearances) { hint.insert(.gone) }
      // The rescan to come looks at everything; until it may begin, names would only gather.
      if !needsRescan { changes.insert(name, in: directory, hint) }
      return
    }
    if event.mask.overlaps(.ownChanges) {
      lookAtDirectory(directory, &changes)
    } else if event.mask.overlaps(.movedSelf), directory == .root {
      mustCheckRoot = true
    }
  }

  private func lookAtDirectory(_ directory: DirectoryID, _ changes: inout PendingChanges) {
    if directory == .root { mustCheckRoot = true }
    if !needsRescan { changes.insertSelf(directory) }
  }
}
