internal import FileEvents
internal import SizeTrees
internal import SystemCalls

extension Reconciler {
  /// Looks at what may have changed in one directory.
  func examine(_ id: DirectoryID, _ changes: PendingChanges.Directory) {
    guard !facts.isGone,
      let handle = tree.withTree({ $0.isLive(id) && $0.isAttached(id) ? $0.handle(of: id) : nil })
    else { return }
    let directory: OpenDirectory
    let status: FileStatus
    countQuestion()
    do throws(TrackedTree.OpeningFailure) {
      (directory, status) = try tree.open(id)
    } catch {
      return opening(handle, changes, failed: error)
    }
    // No event ever says that a directory's own size changed.
    let reasons = noteOwnStatus(of: id, directory, status)
    if changes.isSelf { watchAgain(directory, handle) }

    let wasIncomplete = !reasons.isDisjoint(with: [.unreadable, .inputOutput])
    if changes.isWhole || wasIncomplete || (changes.isSelf && !facts.seesEverything) {
      list([handle], .newDirectories, isWrittenBack: changes.isWrittenBack)
    }
    var changes = changes
    let isListed = !changes.isWhole && markThere(&changes.names, in: id, directory)
    var names = NamesLookedAt()
    changes.names.forEach { name, hint in
      if isListed, hint.contains(.gone) {
        names.append(name, nil)
        if hint.contains(.settle) { noteUnnamed(name, in: id) }
      } else if !changes.isWhole || hint.contains(.movedHere) {
        look(at: [UInt8](copying: name), hint, in: id, directory, &names)
      } else if hint.contains(.settle) {
        names.settling.append([UInt8](copying: name))
      }
    }
    commit(&names, in: id)
  }

  /// - Returns: the reasons noted on the directory.
  @discardableResult
  func noteOwnStatus(of id: DirectoryID, _ directory: OpenDirectory, _ status: FileStatus) -> UsageReasons {
    if tree.fileSystem(of: directory, device: status.identity.device)?.copiesUp == true { noteAncestors(of: id) }
    return setOwnStatus(of: id, status)
  }

  /// Where a write copies directories up, those above are looked at too, once a batch.
  private func noteAncestors(of id: DirectoryID) {
    tree.withTree { tree in
      var next = tree.parent(of: id)
      while let ancestor = next, copiedUp.insert(ancestor).inserted { next = tree.parent(of: ancestor) }
    }
  }

  /// The own sizes of the directories that may have been copied up.
  func lookAtCopiedUp() {
    for id in copiedUp where isAttached(id) {
      countQuestion()
      if let (_, status) = try? tree.open(id) { _ = setOwnStatus(of: id, status) }
    }
    copiedUp.removeAll()
  }

  private func setOwnStatus(of id: DirectoryID, _ status: FileStatus) -> UsageReasons {
    tree.withTree { tree in
      tree.setOwnStatus(of: id, status)
      return UsageReasons(rawValue: tree.reasons(at: id))
    }
  }

  /// Makes sure that a directory has a living watch; one that was not watched for a while is listed again.
  private func watchAgain(_ directory: OpenDirectory, _ handle: DirectoryHandle) {
    let before = tree.withTree { $0.watch(of: handle.id) }
    placeWatch(on: directory, as: handle)
    if tree.withTree({ $0.watch(of: handle.id) }) != before { list([handle], .everything) }
  }

  func placeWatch(on directory: OpenDirectory, as handle: DirectoryHandle) {
    do throws(WatchError) {
      try watches.place(on: directory, as: handle, in: tree)
    } catch {
      // No event says when it can be had: neither that watches are free, for which there is the poll, nor anything else.
      switch error {
      case .limitReached: reportWatchLimit()
      case .system: lookLater(at: nil, in: handle.id)
      }
    }
  }

  private func opening(
    _ handle: DirectoryHandle, _ changes: PendingChanges.Directory, failed failure: TrackedTree.OpeningFailure
  ) {
    switch failure {
    case .elsewhere:
      explain(handle.id)
      retry(handle, changes)
    case .unreadable, .system:
      list([handle], .newDirectories)
    }
  }

  /// The directory is still in the tree: it came back while we looked, and its changes count again. Where that does
  /// not end (a file system that changes its inode numbers), it is looked at later instead.
  private func retry(_ handle: DirectoryHandle, _ changes: PendingChanges.Directory) {
    let (isLive, isAttached) = tree.withTree { ($0.isLive(handle), $0.isLive(handle) && $0.isAttached(handle.id)) }
    guard isLive, !facts.isGone else { return }
    guard isAttached else { return deferred.restore(changes, in: handle.id) }
    var changes = changes
    changes.attempts += 1
    if changes.attempts <= Self.attempts {
      followUps.restore(changes, in: handle.id)
    } else {
      lookLater(at: nil, in: handle.id)
    }
  }

  private static let attempts = 3

  /// A directory's path does not lead to it: finds the place from which on the path is wrong, and looks there.
  private func explain(_ id: DirectoryID) {
    var current = id
    while let parent = tree.withTree({ $0.parent(of: current) }) {
      if let (directory, _) = try? tree.open(parent) {
        let name = tree.withTree { $0.name(of: current) }
        return examine(name, .movedHere, in: parent, directory)
      }
      current = parent
    }
    if current == .root { checkRoot() }
  }

  // MARK: Names

  /// Names of one directory that have been looked at, on their way into the tree: it is locked once for many.
  struct NamesLookedAt {
    /// The names, one behind the other.
    private var bytes: [UInt8] = []
    /// Where each name ends, and what it is now; nil for one that is gone, or does not count.
    private var files: [(end: Int, status: FileStatus?)] = []
    fileprivate var settling: [[UInt8]] = []

    fileprivate static let limit = 64

    var count: Int { files.count }

    mutating func append(_ name: Span<UInt8>, _ status: FileStatus?) {
      bytes.append(copying: name)
      files.append((bytes.count, status))
    }

    mutating func removeAll() {
      bytes.removeAll(keepingCapacity: true)
      files.removeAll(keepingCapacity: true)
      settling.removeAll()
    }

    /// Calls with each name and what it is.
    func forEach(_ body: (_ name: Span<UInt8>, _ status: FileStatus?) -> Void) {
      let bytes = bytes.span
      var start = 0
      for (end, status) in files {
        body(bytes.extracting(start..<end), status)
        start = end
      }
    }
  }

  /// Asks the disk what a name is now, and makes the tree say the same.
  func examine(_ name: [UInt8], _ hint: PendingChanges.Hint, in id: DirectoryID, _ directory: OpenDirectory) {
    var names = NamesLookedAt()
    look(at: name, hint, in: id, directory, &names)
    commit(&names, in: id)
  }

  /// Where several names of a small directory are said to be gone, one listing tells for all of them what is true: to ask
  /// for a name that is not there costs the kernel more than any other question.
  /// - Returns: whether that was done, so that a name that is gone still is gone in truth.
  private func markThere(_ names: inout PendingNames, in id: DirectoryID, _ directory: OpenDirectory) -> Bool {
    let gone = names.goneCount
    guard gone > 1, tree.withTree({ $0.entryCount(in: id) }) < Self.entriesPerGoneName * gone else { return false }
    do throws(Errno) {
      while try tree.disk.readNames(from: directory, into: &block) {
        block.forEach { name in names.markThere(name) }
        countQuestion()
      }
      return true
    } catch {
      // Each name is asked for instead.
      return false
    }
  }

  /// So many names are read in the time of one question.
  private static let entriesPerGoneName = 16

  private func look(
    at name: [UInt8], _ hint: PendingChanges.Hint, in id: DirectoryID, _ directory: OpenDirectory,
    _ names: inout NamesLookedAt
  ) {
    countQuestion()
    do throws(Errno) {
      let status = try tree.disk.status(of: name, in: directory)
      if isLeftOut(name, status, in: id) {
        names.append(name.span, nil)
      } else if status.isDirectory {
        // A new directory's listing may say newer things of the same inodes.
        commit(&names, in: id)
        examineDirectory(name, status, hint, in: id, directory)
      } else {
        names.append(name.span, status)
        if hint.contains(.settle) { names.settling.append(name) }
      }
    } catch .noSuchFile, .notDirectory {
      names.append(name.span, nil)
      if hint.contains(.settle) { noteUnnamed(name.span, in: id) }
    } catch .permissionDenied {
      // As `du`: what cannot be examined does not count.
      names.append(name.span, nil)
      setReason(.unreadable, on: id)
    } catch {
      lookLater(at: name, in: id)
    }
    if names.count >= NamesLookedAt.limit { commit(&names, in: id) }
  }

  private func isLeftOut(_ name: [UInt8], _ status: FileStatus, in id: DirectoryID) -> Bool {
    guard let exclusions = tree.exclusions.withLock({ $0.mayLeaveOut ? $0 : nil }) else { return false }
    if exclusions.leaveOut(status, at: (tree.withTree { $0.path(of: id) } ?? "").appending(name).bytes) { return true }
    return exclusions.hasMounts && status.isDirectory && tree.ancestry(of: id).contains(status.identity)
  }

  /// An event called a file that was made without a name, and has none or another one.
  private func noteUnnamed(_ name: Span<UInt8>, in id: DirectoryID) {
    guard let inode = name.inodeOfUnnamedFile else { return }
    let identity = FileIdentity(device: tree.withTree { $0.identity(of: id).device }, inode: inode)
    if !unnamed.contains(identity) { writtenUnnamed.insert(identity) }
  }

  /// Makes the tree say of names what the disk says.
  private func commit(_ names: inout NamesLookedAt, in id: DirectoryID) {
    if names.count > 0 {
      tree.withTree { tree in
        guard tree.isLive(id) else { return }
        names.forEach { name, status in
          note(tree.setEntry(named: name, in: id, to: status), status?.identity, in: id)
        }
      }
    }
    settle(names: names.settling, in: id)
    names.removeAll()
  }

  /// Makes the tree say of a file's name what the disk says.
  func setFile(_ name: [UInt8], _ status: FileStatus, in id: DirectoryID) {
    note(tree.withTree { $0.setEntry(named: name.span, in: id, to: status) }, status.identity, in: id)
  }

  /// Takes an entry out of the tree, whatever it is; a directory may turn up elsewhere.
  func removeEntry(_ name: [UInt8], from id: DirectoryID) {
    note(tree.withTree { $0.setEntry(named: name.span, in: id, to: nil) }, nil, in: id)
  }

  private func note(_ change: SizeTree.EntryChange, _ identity: FileIdentity?, in id: DirectoryID) {
    if let directory = change.detached { addDetached(directory) }
    if let lost = change.lostLinked { lostLinked.insert(lost) }
    if change.isNewlyLinked, let identity { newlyLinked.insert(identity) }
    if change.hasCollided { followUps.insertWhole(id) }
  }

  /// What a name, or with nil a directory, is now cannot be found out; no event says when it can.
  func lookLater(at name: [UInt8]?, in id: DirectoryID) {
    setReason(.inputOutput, on: id)
    settle(name, in: id)
  }

  private func setReason(_ reason: UsageReasons, on id: DirectoryID) {
    tree.withTree { $0.setReason(reason.rawValue, on: id, true) }
  }
}

extension Span<UInt8> {
  /// Events of a file that was made without a name call it "#" and its inode number, also after it was given a name.
  fileprivate var inodeOfUnnamedFile: UInt64? {
    guard count > 1, self[0] == UInt8(ascii: "#") else { return nil }
    return UInt64(String(decoding: [UInt8](copying: extracting(1...)), as: UTF8.self))
  }
}
