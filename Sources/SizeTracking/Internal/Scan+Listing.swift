internal import FileEvents
internal import SizeTrees
internal import Synchronization
internal import SystemCalls

extension Scan {
  /// Lists one directory, or begins to, where others take a part of it.
  func list(_ handle: DirectoryHandle, parent: OpenDirectory?, _ reach: Reach, salt: UInt8? = nil) {
    let directory: OpenDirectory
    let status: FileStatus
    do throws(TrackedTree.OpeningFailure) {
      guard let opened = try tree.open(handle, in: parent) else { return }
      (directory, status) = opened
    } catch {
      return opening(handle, failed: error)
    }
    let kind = tree.fileSystem(of: directory, device: status.identity.device)
    if let watches { place(watches, on: directory, handle, kind) }
    let exclusions = tree.exclusions.withLock { $0 }
    let (path, ownSalt) = tree.withTree { tree in
      (exclusions.dependOnPaths && tree.isLive(handle) ? tree.path(of: handle.id) : nil, tree.salt(of: handle.id))
    }
    let window: Int64 = kind?.trimsMinutesLater == true ? 720 : 120
    let subject = Listing.Subject(
      handle: handle, directory: directory, status: status, reach: reach, path: path, exclusions: exclusions,
      youngAfter: wallClockSeconds() - window)
    read(subject, salt: salt ?? ownSalt)
  }

  private func read(_ subject: Listing.Subject, salt: UInt8) {
    var listing = Listing(salt: salt)
    var shared: SharedListing?
    var failure: Errno?
    var block = NameBlock()
    var isFirst = true
    do throws(Errno) {
      while try tree.disk.readNames(from: subject.directory, into: &block) {
        if !isFirst, shared == nil, hasHelpers { shared = SharedListing(of: subject, listing) }
        if let shared {
          shared.share(block, in: self)
        } else {
          listing.examine(block, of: subject, on: tree.disk)
        }
        isFirst = false
      }
    } catch {
      failure = error
    }
    if let shared {
      shared.finishReading(failure, in: self)
    } else {
      commit(listing, of: subject, failure: failure)
    }
  }

  private func place(
    _ watches: WatchPlacer, on directory: OpenDirectory, _ handle: DirectoryHandle, _ kind: FileSystemKind?
  ) {
    if !watches.place(on: directory, as: handle, in: tree) {
      findings.withLock { $0.unwatched += 1 }
    }
    if kind?.reportsEvents == false {
      tree.withTree { tree in
        if tree.isLive(handle) { tree.setReason(UsageReasons.noEventsFileSystem.rawValue, on: handle.id, true) }
      }
    }
  }

  private func opening(_ handle: DirectoryHandle, failed failure: TrackedTree.OpeningFailure) {
    switch failure {
    case .elsewhere:
      findings.withLock { $0.displaced.append(handle) }
    case .unreadable:
      // As `du`: the directory itself counts, what is in it does not.
      let salt = tree.withTree { $0.salt(of: handle.id) }
      replaceContents(of: handle, with: DirectoryContents(salt: salt), status: nil, reasons: .unreadable)
      addFailure(.permissionDenied, in: handle)
    case .system(let reason):
      tree.withTree { tree in
        if tree.isLive(handle) { tree.setReason(UsageReasons.inputOutput.rawValue, on: handle.id, true) }
      }
      addFailure(reason, in: handle)
      findings.withLock { $0.failed.append(handle) }
    }
  }

  private func addFailure(_ reason: Errno, in handle: DirectoryHandle, name: [UInt8] = []) {
    let path = tree.withTree { $0.isLive(handle) ? $0.path(of: handle.id) : nil } ?? ""
    findings.withLock { $0.addFailure(tree.root.appending(path).appending(name), reason) }
  }

  // MARK: Into the tree

  private static let listings = 4

  func commit(_ listing: Listing, of subject: Listing.Subject, failure: Errno?) {
    if let failure {
      // A part of a directory is not its size: the last known contents stay, and the state says so.
      return opening(subject.handle, failed: .system(failure))
    }
    var contents = listing.contents
    if contents.hasCollision {
      guard contents.salt == Self.listings - 1 else {
        return list(subject.handle, parent: nil, subject.reach, salt: contents.salt + 1)
      }
      // Whatever the salt: the directory's names change faster than it can be listed. Events will tell.
      contents.removeCollisions()
    }
    var reasons: UsageReasons = []
    for (name, reason) in listing.failures {
      if reason != .permissionDenied { findings.withLock { $0.failed.append(subject.handle) } }
      reasons.insert(reason == .permissionDenied ? .unreadable : .inputOutput)
      addFailure(reason, in: subject.handle, name: name)
    }
    // Files came and went while it was listed, and with them its own size.
    let status: FileStatus
    do throws(Errno) {
      status = try tree.disk.status(of: subject.directory)
    } catch {
      return opening(subject.handle, failed: .system(error))
    }
    let children = replaceContents(of: subject.handle, with: contents, status: status, reasons: reasons)
    let parent = tree.hasManyOpenDirectories ? nil : subject.directory
    push(
      children.compactMap { child in
        child.isNew || subject.reach == .everything
          ? .directory(child.handle, parent: parent, subject.reach) : nil
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

  /// Makes the tree's directory equal what was found.
  @discardableResult
  private func replaceContents(
    of handle: DirectoryHandle, with contents: DirectoryContents, status: FileStatus?, reasons: UsageReasons
  ) -> [Relisting.Child] {
    let relisting = tree.withTree { tree -> Relisting? in
      guard tree.isLive(handle) else { return nil }
      if let status { tree.setOwnStatus(of: handle.id, status) }
      for reason in [UsageReasons.unreadable, .inputOutput] {
        tree.setReason(reason.rawValue, on: handle.id, reasons.contains(reason))
      }
      return tree.replaceContents(of: handle.id, with: contents)
    }
    guard let relisting else { return [] }
    if relisting.changedEntries > 0 || !relisting.detached.isEmpty {
      findings.withLock { findings in
        findings.detached.append(contentsOf: relisting.detached)
        findings.newlyLinked.append(contentsOf: relisting.addedLinked)
        findings.changedEntries += relisting.changedEntries
      }
    }
    return relisting.directories
  }
}
