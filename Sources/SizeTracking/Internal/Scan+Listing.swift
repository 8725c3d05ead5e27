internal import SizeTrees
internal import Synchronization
internal import SystemCalls

extension Scan {
  /// One directory on its way from the disk into the tree; several threads may examine its names.
  final class Listing: Sendable {
    let handle: DirectoryHandle
    let directory: OpenDirectory
    let status: FileStatus
    let reach: Reach
    /// Files with a later change of their inode may still change at writeback; in seconds since 1970.
    let youngAfter: Int64
    private let parts: Mutex<Parts>

    struct Parts {
      var contents = DirectoryContents()
      var young: [[UInt8]] = []
      var isYoung = false
      var failures: [([UInt8], Errno)] = []
      /// The reader of the names, and each block that another thread examines.
      var outstanding = 1
      var failure: Errno?
    }

    init(_ handle: DirectoryHandle, _ directory: OpenDirectory, _ status: FileStatus, _ reach: Reach, youngAfter: Int64) {
      self.handle = handle
      self.directory = directory
      self.status = status
      self.reach = reach
      self.youngAfter = youngAfter
      parts = Mutex(Parts())
    }
  }

  /// Above so many names a directory counts as young as a whole.
  fileprivate static let youngNameLimit = 64

  func list(_ handle: DirectoryHandle, parent: OpenDirectory?, _ reach: Reach) {
    guard tree.withTree({ $0.isLive(handle) && $0.isAttached(handle.id) }) else { return }
    let directory: OpenDirectory
    let status: FileStatus
    do throws(TrackedTree.OpeningFailure) {
      (directory, status) =
        if let parent { try tree.open(handle.id, in: parent) } else { try tree.open(handle.id) }
    } catch {
      return opening(handle, failed: error)
    }
    let kind = tree.fileSystem(of: directory, device: status.identity.device)
    if let watches { place(watches, on: directory, handle, kind) }

    let window: Int64 = kind?.trimsMinutesLater == true ? 720 : 120
    let listing = Listing(handle, directory, status, reach, youngAfter: wallClockSeconds() - window)
    listing.read(in: self)
  }

  private func place(
    _ watches: WatchPlacer, on directory: OpenDirectory, _ handle: DirectoryHandle, _ kind: FileSystemKind?
  ) {
    let isWatched = watches.place(on: directory, as: handle, in: tree)
    if !isWatched { findings.withLock { $0.unwatched += 1 } }
    if kind?.reportsEvents == false {
      tree.withTree { $0.setReason(UsageReasons.noEventsFileSystem.rawValue, on: handle.id, true) }
    }
  }

  private func opening(_ handle: DirectoryHandle, failed failure: TrackedTree.OpeningFailure) {
    switch failure {
    case .elsewhere:
      findings.withLock { $0.displaced.append(handle) }
    case .unreadable:
      // As `du`: the directory itself counts, what is in it does not.
      replaceContents(of: handle, with: DirectoryContents(), status: nil, reach: .newDirectories)
      note(.unreadable, .permissionDenied, on: handle)
    case .system(let reason):
      note(.inputOutput, reason, on: handle)
    }
  }

  /// Marks a directory whose contents are not all known.
  func note(_ reason: UsageReasons, _ cause: Errno, on handle: DirectoryHandle) {
    let path = tree.withTree { tree -> BytePath? in
      guard tree.isLive(handle) else { return nil }
      tree.setReason(reason.rawValue, on: handle.id, true)
      return tree.path(of: handle.id)
    }
    guard let path else { return }
    findings.withLock { $0.addFailure(self.tree.root.appending(path), cause) }
  }

  /// Makes the tree's directory equal what was found, and goes on below it.
  func replaceContents(
    of handle: DirectoryHandle, with contents: DirectoryContents, status: FileStatus?, reach: Reach,
    openAs directory: OpenDirectory? = nil
  ) {
    var contents = contents
    // Before the tree is locked.
    contents.prepare()
    let prepared = contents
    let relisting = tree.withTree { tree -> Relisting? in
      guard tree.isLive(handle) else { return nil }
      if let status { tree.setOwnStatus(of: handle.id, status) }
      return tree.replaceContents(of: handle.id, with: prepared)
    }
    guard let relisting else { return }
    findings.withLock { findings in
      findings.detached.append(contentsOf: relisting.detached)
      findings.newlyLinked.append(contentsOf: relisting.addedLinked)
      findings.changedEntries += relisting.changedEntries
    }
    let parent = tree.hasManyOpenDirectories ? nil : directory
    push(
      relisting.directories.compactMap { child in
        child.isNew || reach == .everything ? .directory(child.handle, parent: parent, reach) : nil
      })
  }
}

extension Scan.Listing {
  /// Reads the names, and examines them here or lets other threads do it.
  func read(in scan: Scan) {
    var block = NameBlock()
    var isFirst = true
    do throws(Errno) {
      while try scan.tree.disk.readNames(from: directory, into: &block) {
        if isFirst || !scan.hasHelpers {
          add(block, in: scan)
        } else {
          parts.withLock { $0.outstanding += 1 }
          scan.push([.names(block, self)])
        }
        isFirst = false
      }
    } catch {
      parts.withLock { $0.failure = error }
    }
    finishPart(in: scan)
  }

  /// Examines some of the names for the thread that reads them.
  func examine(_ block: NameBlock, in scan: Scan) {
    add(block, in: scan)
    finishPart(in: scan)
  }

  private func add(_ block: NameBlock, in scan: Scan) {
    var part = Parts()
    let exclusions = scan.tree.exclusions.withLock { $0 }
    let prefix = exclusions.dependOnPaths ? scan.tree.withTree { $0.path(of: handle.id) } : nil
    scan.tree.disk.statuses(of: block, in: directory) { name, result in
      switch result {
      case .success(let status):
        if exclusions.leaveOut(status, at: (prefix ?? "").appending(Array(copying: name)).bytes) { return }
        part.contents.append(name: name, status: status)
        if status.changed > youngAfter && status.kind != .directory {
          part.isYoung = true
          if part.young.count <= Scan.youngNameLimit { part.young.append(Array(copying: name)) }
        }
      case .failure(.noSuchFile):
        // Gone between listing and looking; an event will say so again.
        break
      case .failure(let reason):
        part.failures.append((Array(copying: name), reason))
      }
    }
    parts.withLock { parts in
      parts.contents.append(contentsOf: part.contents)
      parts.isYoung = parts.isYoung || part.isYoung
      if parts.young.count <= Scan.youngNameLimit { parts.young.append(contentsOf: part.young) }
      parts.failures.append(contentsOf: part.failures)
    }
  }

  private func finishPart(in scan: Scan) {
    let finished = parts.withLock { parts -> Parts? in
      parts.outstanding -= 1
      guard parts.outstanding == 0 else { return nil }
      var taken = Parts()
      swap(&taken, &parts)
      return taken
    }
    if let finished { commit(finished, in: scan) }
  }

  private func commit(_ parts: Parts, in scan: Scan) {
    if let failure = parts.failure {
      // A part of a directory is not its size: keep the last known contents and say so.
      scan.note(.inputOutput, failure, on: handle)
      return
    }
    // Files came and went while it was listed, and with them its own size.
    let status = (try? scan.tree.disk.status(of: directory)) ?? status
    scan.replaceContents(of: handle, with: parts.contents, status: status, reach: reach, openAs: directory)

    var reasons: UsageReasons = []
    for (_, reason) in parts.failures {
      reasons.insert(reason == .permissionDenied ? .unreadable : .inputOutput)
    }
    scan.tree.withTree { tree in
      guard tree.isLive(handle) else { return }
      for reason in [UsageReasons.unreadable, .inputOutput] {
        tree.setReason(reason.rawValue, on: handle.id, reasons.contains(reason))
      }
    }
    scan.findings.withLock { findings in
      for (name, reason) in parts.failures {
        let path = scan.tree.withTree { $0.path(of: handle.id) } ?? ""
        findings.addFailure(scan.tree.root.appending(path).appending(name), reason)
      }
      if parts.young.count > Scan.youngNameLimit {
        findings.young.append((nil, handle))
      } else {
        for name in parts.young { findings.young.append((name, handle)) }
      }
    }
  }
}

extension Array<UInt8> {
  init(copying span: Span<UInt8>) {
    self.init()
    reserveCapacity(span.count)
    for index in span.indices { append(span[index]) }
  }
}
