internal import FileEvents
internal import SizeTrees
internal import SystemCalls

/// Files with a name outside of the tree.
extension Reconciler {
  /// So many of the files without a watch are looked at in a poll, and so many are tried to be watched.
  private static let lookedAtPerPoll = 1024
  private static let triedPerPoll = 64

  /// An event of a watched file.
  func absorb(linkEvent event: FileEvent) {
    guard let identity = linkWatches.identity(of: event.token) else { return }
    if event.mask.contains(.ignored), let dead = linkWatches.remove(identity) {
      watches.subscription.unwatch(dead.watch, as: dead.token)
      // Another inode may have the number by now, and the same names.
      linkWatches.insertWanted(identity)
    }
    writtenInodes.insert(identity)
  }

  /// One name of each is enough: the sizes, and the number of names, are the inode's.
  func lookAtWrittenInodes() {
    guard !writtenInodes.isEmpty else { return }
    var written: Set<FileIdentity> = []
    swap(&written, &writtenInodes)
    var places: [DirectoryID: [(name: [UInt8], identity: FileIdentity)]] = [:]
    for identity in written {
      if let place = linkWatches.place(of: identity) {
        places[place.directory, default: []].append((place.name, identity))
      } else {
        lookAtOneName(of: identity)
      }
    }
    for (id, files) in places {
      let directory = isAttached(id) ? try? tree.open(id).0 : nil
      for (name, identity) in files {
        countQuestion()
        if let directory, (try? tree.disk.status(of: name, in: directory))?.identity == identity {
          examine(name, .settle, in: id, directory)
        } else {
          lookAtOneName(of: identity)
        }
      }
    }
  }

  private func lookAtOneName(of identity: FileIdentity) {
    guard let name = tree.withTree({ $0.namesOfLinked(identity).first }) else { return }
    relatedNames[name.directory, default: []].insert(name.hash)
  }

  // MARK: Placing watches

  /// Watches the files that came to have names outside of the tree, and lets go of those that have none any more.
  func updateLinkWatches() {
    let changes = tree.withTree { $0.takeOutsideLinkChanges() }
    for (identity, hasOutsideNames) in changes {
      if hasOutsideNames { linkWatches.insertWanted(identity) } else { unwatchLinked(identity) }
    }
    let lost = linkWatches.meetsLimit ? [] : Array(linkWatches.lost.prefix(Self.triedPerPoll))
    guard !linkWatches.wanted.isEmpty || !changes.isEmpty || !lost.isEmpty else { return }
    watchLinked(linkWatches.wanted.keys + lost)
  }

  /// What has no watch is looked at, and tried again.
  func pollUnwatchedLinked() {
    guard !linkWatches.unwatched.isEmpty else { return }
    writtenInodes.formUnion(linkWatches.unwatched.shuffled().prefix(Self.lookedAtPerPoll))
    linkWatches.meetsLimit = false
    watchLinked(Array(linkWatches.unwatched.prefix(Self.triedPerPoll)))
  }

  /// Gives so many of the watches on files back: directories come first.
  func giveUpLinkWatches(_ count: Int) {
    for identity in linkWatches.some(count) {
      unwatchLinked(identity)
      linkWatches.insertUnwatched(identity)
    }
    linkWatches.meetsLimit = true
    reportUnwatchedLinks()
  }

  private func unwatchLinked(_ identity: FileIdentity) {
    if let old = linkWatches.remove(identity) { watches.subscription.unwatch(old.watch, as: old.token) }
  }

  private func watchLinked(_ identities: [FileIdentity]) {
    var directories: [DirectoryID: [NameHash: FileIdentity]] = [:]
    var nameless: [FileIdentity] = []
    tree.withTree { tree in
      for identity in identities {
        if let name = tree.namesOfLinked(identity).first {
          directories[name.directory, default: [:]][name.hash] = identity
        } else {
          nameless.append(identity)
        }
      }
    }
    nameless.forEach(unwatchLinked)
    for (id, files) in directories where !linkWatches.meetsLimit {
      var missing = Set(files.values)
      // What cannot be opened now is for the poll: no other look is ordered for a watch's sake.
      forEachName(in: id, where: { files[$0] != nil }, isUrgent: false) { name, directory in
        guard !linkWatches.meetsLimit else { return }
        if let watched = watchLinked(name, in: id, directory) { missing.remove(watched) }
      }
      if !linkWatches.meetsLimit { missing.forEach { linkWatches.countFailure(of: $0) } }
    }
    if linkWatches.meetsLimit {
      for identity in identities where linkWatches.wanted[identity] != nil { linkWatches.insertUnwatched(identity) }
    }
    reportUnwatchedLinks()
    tree.withTree { $0.settleLinks() }
  }

  /// - Returns: the file that is watched now, or need not be; nil when that failed.
  private func watchLinked(_ name: [UInt8], in id: DirectoryID, _ directory: OpenDirectory) -> FileIdentity? {
    countQuestion()
    guard let file = try? tree.disk.openEntry(name, in: directory), let status = try? tree.disk.status(of: file),
      tree.withTree({ $0.namesOfLinked(status.identity).first }) != nil
    else { return nil }
    guard status.links > 1 else {
      // Its other names are gone, as an event will say.
      setFile(name, status, in: id)
      return status.identity
    }
    let token = linkWatches.token(for: status.identity)
    do throws(WatchError) {
      let watch = try watches.subscription.watch(file.descriptor, as: token, for: .fileChanges)
      linkWatches.insert(
        watch, as: token, for: status.identity, at: LinkWatches.Place(directory: id, name: name))
    } catch {
      if error == .limitReached {
        linkWatches.meetsLimit = true
        return nil
      }
      // Asking again at once would be refused again.
      linkWatches.insertUnwatched(status.identity)
    }
    // What was written between the last look and the watch was not reported.
    if let status = try? tree.disk.status(of: file) { setFile(name, status, in: id) }
    return status.identity
  }

  private func reportUnwatchedLinks() {
    let isShort = !linkWatches.unwatched.isEmpty
    facts.set(hasUnwatchedLinks: isShort, becauseOfLimit: linkWatches.meetsLimit)
    if isShort, linkWatches.meetsLimit { reportWatchLimit() }
  }
}
