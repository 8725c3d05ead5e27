internal import FileEvents
internal import SizeTrees
internal import Synchronization
internal import SystemCalls

extension Scan {
  /// Lists one directory, or begins to, where others take a part of it.
  func list(_ handle: DirectoryHandle, _ way: Way, _ reach: Reach, _ memory: inout Memory, salt: UInt8? = nil) {
    guard let (place, parent) = place(of: handle, way) else { return }
    let directory: OpenDirectory
    do throws(TrackedTree.OpeningFailure) {
      directory = try tree.open(place, in: parent)
    } catch {
      if place.identity == .unknown, let parent { examine(handle, named: place.path, in: parent) }
      return opening(handle, failed: error)
    }
    let watch = watch(directory, handle)
    let status: FileStatus
    let kind: FileSystemKind?
    do throws(Errno) {
      // After the watch is there: whatever changes the directory's own size from now on is reported.
      status = try tree.disk.status(of: directory)
      kind = fileSystem(of: directory, device: status.identity.device, &memory)
      // Btrfs and tmpfs list what was there when the directory was opened: a file made between that and the watch would
      // be missed.
      if watch.number != nil, kind?.listsAsRead != true { try tree.disk.rewind(directory) }
    } catch {
      if place.identity == .unknown, let parent { examine(handle, named: place.path, in: parent) }
      return opening(handle, failed: .system(error), watch: watch.number)
    }
    guard status.identity == place.identity || place.identity == .unknown else {
      return opening(handle, failed: .elsewhere, watch: watch.number)
    }
    let window: Int64 = kind?.trimsMinutesLater == true ? 720 : 120
    let subject = Listing.Subject(
      handle: handle, directory: directory, status: status, watch: watch, reach: reach,
      opensDirectories: isFirst && !exclusions.mayLeaveOut && !tree.hasManyOpenDirectories,
      reportsEvents: kind?.reportsEvents != false, omissions: exclusions.mayLeaveOut ? omissions(in: handle) : nil,
      youngAfter: wallClockSeconds() - window)
    read(subject, &memory, salt: salt ?? place.salt)
  }

  private func omissions(in handle: DirectoryHandle) -> Listing.Omissions {
    Listing.Omissions(
      path: exclusions.dependOnPaths ? tree.withTree { $0.isLive(handle) ? $0.path(of: handle.id) : nil } : nil,
      exclusions: exclusions, ancestry: exclusions.hasMounts ? tree.ancestry(of: handle.id) : [])
  }

  /// - Returns: nil when the directory is not in the tree any more.
  private func place(of handle: DirectoryHandle, _ way: Way) -> (TrackedTree.Place, in: OpenDirectory?)? {
    switch way {
    case .path: tree.place(of: handle, hasOpenParent: false).map { ($0, nil) }
    case .parent(let parent): tree.place(of: handle, hasOpenParent: true).map { ($0, parent) }
    case .listed(let place, let parent): (place, parent)
    }
  }

  /// Finds out about a directory that was only seen in a listing, and cannot be opened.
  private func examine(_ handle: DirectoryHandle, named name: [UInt8], in parent: OpenDirectory) {
    let status = try? tree.disk.status(of: name, in: parent)
    let isLinked = tree.withTree { tree -> Bool in
      guard tree.isLive(handle), let outer = tree.parent(of: handle.id) else { return false }
      if let status, status.isDirectory {
        tree.setOwnStatus(of: handle.id, status)
        return false
      }
      let change = tree.setEntry(named: name.span, in: outer, to: status)
      if let gone = change.detached { tree.discard(gone) { _, _ in } }
      return change.isNewlyLinked
    }
    if isLinked, let status { findings.withLock { $0.newlyLinked.append(status.identity) } }
  }

  private func fileSystem(
    of directory: OpenDirectory, device: UInt64, _ memory: inout Memory
  ) -> FileSystemKind? {
    if memory.device != device || memory.fileSystem == nil {
      memory.device = device
      memory.fileSystem = tree.fileSystem(of: directory, device: device)
    }
    return memory.fileSystem
  }

  private static let sharedBlocks = 8

  private func read(_ subject: Listing.Subject, _ memory: inout Memory, salt: UInt8) {
    memory.listing.removeAll(newSalt: salt)
    var shared: SharedListing?
    var failure: Errno?
    var isFirst = true
    do throws(Errno) {
      while try tree.disk.readNames(from: subject.directory, into: &memory.block) {
        if !isFirst, shared == nil, hasHelpers { shared = SharedListing(of: subject, salt: salt) }
        // The names that wait are bounded: with enough to do for all, the reader examines them itself.
        if let shared, waiting < Self.sharedBlocks {
          shared.share(memory.block, in: self)
        } else {
          memory.listing.examine(memory.block, of: subject, on: tree.disk)
        }
        isFirst = false
      }
    } catch {
      failure = error
    }
    if let shared {
      shared.finishReading(memory.listing, failure, in: self)
      memory.listing = Listing(salt: salt)
    } else {
      commit(memory.listing, of: subject, failure: failure)
    }
  }

  private func watch(_ directory: OpenDirectory, _ handle: DirectoryHandle) -> Listing.Watch {
    guard let watches else { return .unwanted }
    do throws(WatchError) {
      return .placed(try watches.place(on: directory, as: handle.id).rawValue)
    } catch {
      switch error {
      case .limitReached:
        findings.withLock { $0.unwatched += 1 }
        return .noneLeft
      case .system(let reason):
        // No event will say when it can be had.
        findings.withLock { $0.failed.append(handle) }
        addFailure(reason, in: handle)
        return .failed
      }
    }
  }

  /// - Parameter watch: What was placed before that: either the tree knows of it, or it is given back.
  private func opening(
    _ handle: DirectoryHandle, failed failure: TrackedTree.OpeningFailure, watch: Int32? = nil
  ) {
    switch failure {
    case .elsewhere:
      if let watch { watches?.remove(watch, from: handle.id) }
      findings.withLock { $0.displaced.append(handle) }
    case .unreadable:
      // As `du`: the directory itself counts, what is in it does not.
      let salt = tree.withTree { $0.salt(of: handle.id) }
      replaceContents(of: handle, with: DirectoryContents(salt: salt), nil, reasons: .unreadable)
      addFailure(.permissionDenied, in: handle)
    case .system(let reason):
      let isLive = tree.withTree { tree -> Bool in
        guard tree.isLive(handle) else { return false }
        tree.setReason(UsageReasons.inputOutput.rawValue, on: handle.id, true)
        if let watch { tree.setWatch(watch, of: handle.id) }
        return true
      }
      if !isLive, let watch { watches?.remove(watch, from: handle.id) }
      addFailure(reason, in: handle)
      findings.withLock { $0.failed.append(handle) }
    }
  }

  private func addFailure(_ reason: Errno, in handle: DirectoryHandle, name: [UInt8] = []) {
    let path = tree.withTree { $0.isLive(handle) ? $0.path(of: handle.id) : nil } ?? ""
    findings.withLock { findings in
      findings.add(
        ScanFindings.Failure(path: tree.root.appending(path).appending(name), isEntry: !name.isEmpty, reason: reason))
    }
  }

  // MARK: Into the tree

  private static let listings = 4

  func commit(_ listing: Listing, of subject: Listing.Subject, failure: Errno?) {
    if let failure {
      // A part of a directory is not its size: the last known contents stay, and the state says so.
      return opening(subject.handle, failed: .system(failure), watch: subject.watch.number)
    }
    var reasons: UsageReasons = []
    for (name, reason) in listing.failures {
      if reason != .permissionDenied { findings.withLock { $0.failed.append(subject.handle) } }
      reasons.insert(reason == .permissionDenied ? .unreadable : .inputOutput)
      addFailure(reason, in: subject.handle, name: name)
    }
    guard let children = replaceContents(of: subject.handle, with: listing.contents, subject, reasons: reasons) else {
      return namesCollide(in: listing, of: subject)
    }
    let isOpenKept = subject.opensDirectories || !tree.hasManyOpenDirectories
    push(
      children.compactMap { child in
        guard child.isNew || subject.reach == .everything else { return nil }
        let place = TrackedTree.Place(path: child.name, identity: child.identity, salt: child.salt)
        return ScanQueue.Directory(
          handle: child.handle, way: isOpenKept ? .listed(place, in: subject.directory) : .path, reach: subject.reach)
      })
    guard !listing.young.isEmpty else { return }
    findings.withLock { findings in
      if listing.young.count > Listing.youngNameLimit {
        findings.young.append((nil, subject.handle))
      } else {
        for name in listing.young { findings.young.append((name, subject.handle)) }
      }
    }
  }

  private func namesCollide(in listing: Listing, of subject: Listing.Subject) {
    let salt = listing.contents.salt
    guard salt == Self.listings - 1 else {
      var memory = Memory()
      return list(subject.handle, .path, subject.reach, &memory, salt: salt + 1)
    }
    // Whatever the salt: the directory's names change faster than it can be listed. Events will tell.
    var listing = listing
    listing.contents.removeCollisions()
    commit(listing, of: subject, failure: nil)
  }

  /// Makes the tree's directory equal what was found.
  /// - Returns: the directories in it; nil when names collide.
  @discardableResult
  private func replaceContents(
    of handle: DirectoryHandle, with contents: DirectoryContents, _ subject: Listing.Subject?, reasons: UsageReasons
  ) -> [Relisting.Child]? {
    var recovered: BytePath?
    var isGone = false
    let relisting = tree.withTree { tree -> Relisting? in
      guard tree.isLive(handle) else {
        isGone = true
        return Relisting()
      }
      var reasons = reasons
      var known: UsageReasons = [.unreadable, .inputOutput]
      if let subject {
        if let number = subject.watch.number { tree.setWatch(number, of: handle.id) }
        if watches != nil {
          if subject.watch == .noneLeft { reasons.insert(.watchLimit) }
          if subject.watch == .failed { reasons.insert(.inputOutput) }
          if !subject.reportsEvents { reasons.insert(.noEventsFileSystem) }
          known.formUnion([.watchLimit, .noEventsFileSystem])
        }
      }
      let unexamined: UsageReasons = [.unreadable, .inputOutput]
      let wasUnexamined = !unexamined.isDisjoint(with: UsageReasons(rawValue: tree.reasons(at: handle.id)))
      if wasUnexamined, unexamined.isDisjoint(with: reasons) { recovered = tree.path(of: handle.id) }
      tree.setReasons(reasons.rawValue, of: known.rawValue, on: handle.id)
      let relisting = tree.replaceContents(of: handle.id, with: contents, status: subject?.status)
      // Names that collide are listed again, in the directory that this one is.
      if relisting == nil, let subject { tree.setOwnStatus(of: handle.id, subject.status) }
      return relisting
    }
    if isGone, let number = subject?.watch.number { watches?.remove(number, from: handle.id) }
    guard let relisting else { return nil }
    if let recovered { findings.withLock { $0.recovered.append(tree.root.appending(recovered)) } }
    if relisting.changedEntries > 0 { changedEntries.add(relisting.changedEntries, ordering: .relaxed) }
    if !relisting.detached.isEmpty || !relisting.addedLinked.isEmpty || !relisting.lostLinked.isEmpty {
      findings.withLock { findings in
        findings.detached.append(contentsOf: relisting.detached)
        findings.newlyLinked.append(contentsOf: relisting.addedLinked)
        findings.lostLinked.append(contentsOf: relisting.lostLinked)
      }
    }
    return relisting.directories
  }
}
