internal import FileEvents
internal import SizeTrees
internal import SystemCalls

/// Files with a name outside of the tree.
extension Reconciler {
  /// An event of a watched file.
  func absorb(linkEvent event: FileEvent) {
    guard let identity = linkWatches.identity(of: event.token) else { return }
    if event.mask.contains(.ignored), let dead = linkWatches.remove(identity) {
      watches.subscription.unwatch(dead.watch, as: dead.token)
    }
    writtenInodes.insert(identity)
  }

  /// One name of each is enough: the sizes, and the number of names, are the inode's.
  func lookAtWrittenInodes() {
    guard !writtenInodes.isEmpty else { return }
    var written: Set<FileIdentity> = []
    swap(&written, &writtenInodes)
    for identity in written {
      guard let name = tree.withTree({ $0.namesOfLinked(identity).first }) else { continue }
      relatedNames[name.directory, default: []].insert(name.hash)
    }
  }

  /// Watches the files that came to have names outside of the tree, and lets go of those that have none any more.
  func updateLinkWatches() {
    let changes = tree.withTree { $0.takeOutsideLinkChanges() }
    guard !changes.isEmpty else { return }
    for (identity, hasOutsideNames) in changes where !hasOutsideNames { unwatchLinked(identity) }
    watchLinked(changes.filter(\.value).map(\.key))
  }

  /// Tries again what there was no watch for.
  func watchUnwatchedLinked() {
    watchLinked(Array(linkWatches.unwatched))
  }

  /// Gives so many of the watches on files back: directories come first.
  func giveUpLinkWatches(_ count: Int) {
    for identity in linkWatches.some(count) {
      unwatchLinked(identity)
      linkWatches.insertUnwatched(identity)
    }
    facts.set(hasUnwatchedLinks: !linkWatches.unwatched.isEmpty)
  }

  private func unwatchLinked(_ identity: FileIdentity) {
    if let old = linkWatches.remove(identity) { watches.subscription.unwatch(old.watch, as: old.token) }
    facts.set(hasUnwatchedLinks: !linkWatches.unwatched.isEmpty)
  }

  private func watchLinked(_ identities: [FileIdentity]) {
    var wanted: [DirectoryID: Set<NameHash>] = [:]
    tree.withTree { tree in
      for identity in identities {
        guard let name = tree.namesOfLinked(identity).first else { continue }
        wanted[name.directory, default: []].insert(name.hash)
      }
    }
    // Where none can be had, each further try would cost a listing.
    var isOneLeft = true
    for (id, hashes) in wanted where isOneLeft {
      forEachName(in: id, where: { hash, _ in hashes.contains(hash) }) { name, directory in
        isOneLeft = isOneLeft && watchLinked(name, in: id, directory)
      }
    }
    if !isOneLeft {
      for identity in identities where !linkWatches.isWatched(identity) { linkWatches.insertUnwatched(identity) }
    }
    facts.set(hasUnwatchedLinks: !linkWatches.unwatched.isEmpty)
    tree.withTree { $0.settleLinks() }
  }

  /// - Returns: false when there is no watch left.
  private func watchLinked(_ name: [UInt8], in id: DirectoryID, _ directory: OpenDirectory) -> Bool {
    countQuestion()
    guard let file = try? tree.disk.openEntry(name, in: directory), let status = try? tree.disk.status(of: file),
      status.kind == .regular, status.links > 1
    else {
      // Something else by now, or a passing failure: it is looked at again.
      followUps.insert(name, in: id)
      return true
    }
    let token = linkWatches.token(for: status.identity)
    do throws(WatchError) {
      let watch = try watches.subscription.watch(file.descriptor, as: token, for: .fileChanges)
      linkWatches.insert(watch, as: token, for: status.identity)
    } catch {
      linkWatches.insertUnwatched(status.identity)
      return false
    }
    // What was written between the last look and the watch was not reported.
    if let status = try? tree.disk.status(of: file) { setFile(name, status, in: id) }
    return true
  }
}
