internal import SizeTrees
internal import SystemCalls

/// The second look at what was written: its allocated bytes may change without an event.
extension Reconciler {
  /// Puts what is due for a second look among the pending changes.
  func takeDue(_ now: MonotonicTime, everything: Bool = false) {
    settled += settleList.takeDue(now, everything: everything) { name, subject in
      switch (subject, name) {
      case (.directory(let directory), let name?): pending.insert(name, in: directory)
      case (.directory(let directory), nil): pending.insertWrittenBack(directory)
      case (.everywhere, _): mustLookEverywhere = true
      }
    }
  }

  /// What was due has been looked at: unless it is to be looked at once more, it has settled.
  func finishSettling() {
    guard !settled.isEmpty else { return }
    mark(settled.filter { !settleList.contains($0) }, settling: false)
    settled.removeAll()
  }

  /// The pass over every directory that is due, or nil.
  func takeSecondLook() -> Patrol? {
    guard mustLookEverywhere else { return nil }
    mustLookEverywhere = false
    return patrol(.writtenBack)
  }

  /// That pass is done: unless the next is to come by now, what was written has settled.
  func endSecondLook() {
    facts.set(isSettlingEverywhere: mustLookEverywhere || settleList.contains(.everywhere))
  }

  /// Has a name, or with nil the whole directory, looked at again after writeback.
  func settle(_ name: [UInt8]?, in directory: DirectoryID) {
    settle(names: name.map { [$0] }, in: directory)
  }

  /// Has names, or with nil the whole directory, looked at again after writeback.
  func settle(names: [[UInt8]]?, in directory: DirectoryID) {
    guard names?.isEmpty != true else { return }
    let schedule = facts.schedule(for: tree, directory)
    if let subject = settleList.insert(names, in: directory, at: facts.clock.now, schedule: schedule) {
      mark([subject], settling: true)
    }
  }

  private func mark(_ subjects: [SettleList.Subject], settling: Bool) {
    guard !subjects.isEmpty else { return }
    // It has settled when the pass over every directory is done.
    if settling, subjects.contains(.everywhere) { facts.set(isSettlingEverywhere: true) }
    tree.withTree { tree in
      for case .directory(let id) in subjects where tree.isLive(id) {
        tree.setReason(UsageReasons.writeback.rawValue, on: id, settling)
      }
    }
  }
}
