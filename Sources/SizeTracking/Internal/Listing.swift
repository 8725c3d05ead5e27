internal import SizeTrees
internal import SystemCalls

/// What was found in one directory, or in a part of it, on its way into the tree.
struct Listing: Sendable {
  /// The directory that is listed, as it was when its listing began.
  struct Subject: Sendable {
    let handle: DirectoryHandle
    let directory: OpenDirectory
    let status: FileStatus
    let watch: Watch
    let reach: Scan.Reach
    /// Whether each directory in it is opened next, and examined then: half of what is asked about directories.
    let opensDirectories: Bool
    /// Whether the file system reports every change.
    let reportsEvents: Bool
    /// nil where nothing is left out.
    let omissions: Omissions?
    /// Files with a later change of their inode may still change at writeback; in seconds since 1970.
    let youngAfter: Int64
  }

  /// What of a directory does not count.
  struct Omissions: Sendable {
    /// The path below the root, where something depends on it.
    let path: BytePath?
    let exclusions: Exclusions
    /// The identities of the directories above, and of this one, where a mount may show one of them again.
    let ancestry: Set<FileIdentity>

    func leaveOut(_ name: Span<UInt8>, _ status: FileStatus) -> Bool {
      if exclusions.leaveOut(status, at: (path ?? "").appending([UInt8](copying: name)).bytes) { return true }
      return status.isDirectory && !ancestry.isEmpty && ancestry.contains(status.identity)
    }
  }

  /// What became of the watch on the directory.
  enum Watch: Equatable {
    case placed(Int32)
    /// All that this process may take are in use.
    case noneLeft
    /// The kernel refused for another reason.
    case failed
    /// A walk needs none.
    case unwanted

    var number: Int32? { if case .placed(let number) = self { number } else { nil } }
  }

  var contents: DirectoryContents
  /// Young names: the first of them when they are too many to be kept one by one.
  var young: [[UInt8]] = []
  /// Entries that are there and could not be examined.
  var failures: [(name: [UInt8], reason: Errno)] = []

  /// Above so many the directory is noted as a whole: names take memory, and a second look at every file is cheap.
  static let youngNameLimit = 4

  init(salt: UInt8) {
    contents = DirectoryContents(salt: salt)
  }

  /// Forgets everything, to be used for another directory.
  mutating func removeAll(newSalt: UInt8) {
    contents.removeAll(newSalt: newSalt)
    if !young.isEmpty { young = [] }
    if !failures.isEmpty { failures = [] }
  }

  /// Asks what each name of a block is now.
  mutating func examine(_ block: NameBlock, of subject: Subject, on disk: any Disk) {
    contents.reserve(block.names.count)
    disk.statuses(of: block, in: subject.directory, leavingOutDirectories: subject.opensDirectories) { name, result in
      switch result {
      case .success(let status):
        if let omissions = subject.omissions, omissions.leaveOut(name, status) { return }
        contents.append(name: name, status: status)
        if status.changed > subject.youngAfter, !status.isDirectory, young.count <= Self.youngNameLimit {
          young.append([UInt8](copying: name))
        }
      case .failure(.noSuchFile):
        // Gone between listing and looking; an event will say so again.
        break
      case .failure(let reason):
        failures.append(([UInt8](copying: name), reason))
      }
    }
  }

  mutating func append(_ other: Listing) {
    contents.append(contentsOf: other.contents)
    if young.count <= Self.youngNameLimit { young.append(contentsOf: other.young) }
    failures.append(contentsOf: other.failures)
  }
}

/// The listing of a directory with very many names: several threads examine them, the last one commits.
final class SharedListing: Sendable {
  let subject: Listing.Subject
  private let salt: UInt8
  private let parts: Monitor<Parts>

  private struct Parts {
    var finished: [Listing] = []
    /// The reader of the names, and each block that is being examined.
    var outstanding = 1
    var failure: Errno?
  }

  init(of subject: Listing.Subject, salt: UInt8) {
    self.subject = subject
    self.salt = salt
    parts = Monitor(Parts())
  }

  /// Hands a block to whoever has time.
  func share(_ block: NameBlock, in scan: Scan) {
    parts.withLock { $0.outstanding += 1 }
    scan.push(ScanQueue.Names(block: block, listing: self))
  }

  func examine(_ block: NameBlock, in scan: Scan) {
    var part = Listing(salt: salt)
    part.examine(block, of: subject, on: scan.tree.disk)
    finish(part, nil, in: scan)
  }

  /// All names have been read; the reader examined some of them itself.
  func finishReading(_ part: Listing, _ failure: Errno?, in scan: Scan) {
    finish(part, failure, in: scan)
  }

  private func finish(_ part: Listing, _ failure: Errno?, in scan: Scan) {
    let finished = parts.withLock { parts -> Parts? in
      parts.finished.append(part)
      parts.failure = parts.failure ?? failure
      parts.outstanding -= 1
      guard parts.outstanding == 0 else { return nil }
      var taken = Parts()
      swap(&taken, &parts)
      return taken
    }
    guard let finished else { return }
    var whole = Listing(salt: salt)
    for part in finished.finished { whole.append(part) }
    scan.commit(whole, of: subject, failure: finished.failure)
  }
}
