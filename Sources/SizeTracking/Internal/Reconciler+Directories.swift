internal import FileEvents
internal import SizeTrees
internal import SystemCalls

extension Reconciler {
  /// A name is a directory now: the one that the tree has there, one that it has elsewhere, or a new one.
  func examineDirectory(
    _ name: [UInt8], _ status: FileStatus, _ hint: PendingChanges.Hint, in id: DirectoryID, _ parent: OpenDirectory
  ) {
    let directory: OpenDirectory
    do throws(TrackedTree.OpeningFailure) {
      directory = try tree.openChild(name, in: parent)
    } catch {
      return openingChild(name, status, in: id, failed: error)
    }
    let status: FileStatus
    do throws(Errno) {
      status = try tree.disk.status(of: directory)
    } catch {
      return lookLater(at: name, in: id)
    }

    let known = tree.withTree { tree -> DirectoryHandle? in
      guard let child = tree.child(named: name, of: id), tree.identity(of: child) == status.identity else {
        return nil
      }
      tree.setOwnStatus(of: child, status)
      return tree.handle(of: child)
    }
    if let known { return lookAgain(at: known, directory) }

    removeEntry(name, from: id)
    if hint.contains(.movedHere), attachKnown(name, status, in: id, directory) { return }
    insert(name, status, in: id, parent)
  }

  private func openingChild(
    _ name: [UInt8], _ status: FileStatus, in id: DirectoryID, failed failure: TrackedTree.OpeningFailure
  ) {
    switch failure {
    case .elsewhere:
      // Replaced or removed between two calls; the event that says so is on its way.
      return
    case .unreadable, .system:
      let child = tree.withTree { tree -> DirectoryHandle? in
        guard let child = tree.child(named: name, of: id), tree.identity(of: child) == status.identity else {
          return nil
        }
        tree.setOwnStatus(of: child, status)
        return tree.handle(of: child)
      }
      if let child {
        list([child], .newDirectories)
        return
      }
      removeEntry(name, from: id)
      insert(name, status, in: id, nil)
    }
  }

  /// The same directory as before, unless its watch shows that it was made anew with the old number.
  private func lookAgain(at handle: DirectoryHandle, _ directory: OpenDirectory) {
    let (before, reasons) = tree.withTree {
      ($0.watch(of: handle.id), UsageReasons(rawValue: $0.reasons(at: handle.id)))
    }
    placeWatch(on: directory, as: handle)
    let after = tree.withTree { $0.watch(of: handle.id) }
    if after != before {
      list([handle], .everything)
    } else if !reasons.isDisjoint(with: [.unreadable, .inputOutput]) || !facts.seesEverything {
      list([handle], .newDirectories)
    }
  }

  private func insert(_ name: [UInt8], _ status: FileStatus, in id: DirectoryID, _ parent: OpenDirectory?) {
    let handle = tree.withTree { tree in tree.handle(of: tree.insertDirectory(named: name, in: id, status)) }
    list([handle], .newDirectories, parent: parent)
  }

  // MARK: Moves

  /// Looks whether a directory that turned up is one that the tree has elsewhere, and moves it: with everything in it,
  /// and without listing anything.
  private func attachKnown(
    _ name: [UInt8], _ status: FileStatus, in id: DirectoryID, _ directory: OpenDirectory
  ) -> Bool {
    // What a glob leaves out depends on the place: the directory is listed anew there.
    guard !tree.exclusions.withLock({ $0.dependOnPaths }) else { return false }
    // The kernel gives an inode that is watched already the same number: that is how a directory is recognised.
    let probe = WatchToken(rawValue: UInt32.max)
    guard let watch = try? watches.subscription.watch(directory.descriptor, as: probe, for: .directoryChanges) else {
      return false
    }
    defer { watches.subscription.unwatch(watch, as: probe) }
    for token in watches.subscription.tokens(of: watch) where token != probe && !RootWatch.owns(token) {
      let candidate = DirectoryID(rawValue: token.rawValue)
      if move(candidate, to: name, status, in: id) { return true }
    }
    return false
  }

  private func move(_ candidate: DirectoryID, to name: [UInt8], _ status: FileStatus, in id: DirectoryID) -> Bool {
    let isSame = tree.withTree { tree in
      tree.isLive(candidate) && candidate != .root && tree.identity(of: candidate) == status.identity
        && !tree.isAncestorOrSelf(candidate, of: id)
    }
    guard isSame else { return false }
    if detached.removeValue(forKey: candidate) == nil {
      // Still at its old place: a bind mount shows it twice, and it counts twice.
      guard !isAtItsPlace(candidate, status.identity) else { return false }
      tree.withTree { $0.detach(candidate) }
    }
    tree.withTree { tree in
      tree.attach(candidate, to: id, named: name)
      tree.setOwnStatus(of: candidate, status)
    }
    takeUpDeferred()
    return true
  }

  /// Something is back in the tree: what may have changed in it meanwhile counts now.
  private func takeUpDeferred() {
    for directory in Array(deferred.directories.keys)
    where tree.withTree({ $0.isLive(directory) && $0.isAttached(directory) }) {
      if let changes = deferred.remove(directory) { followUps.restore(changes, in: directory) }
    }
  }

  private func isAtItsPlace(_ id: DirectoryID, _ identity: FileIdentity) -> Bool {
    guard let parent = tree.withTree({ $0.parent(of: id) }), let (directory, _) = try? tree.open(parent) else {
      return false
    }
    let name = tree.withTree { $0.name(of: id) }
    return (try? tree.disk.status(of: name, in: directory))?.identity == identity
  }
}
