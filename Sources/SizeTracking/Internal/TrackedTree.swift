internal import FileEvents
internal import SizeTrees
internal import SystemCalls

/// The tree together with what is needed to compare it with the disk. Shared by the threads that do so.
final class TrackedTree: Sendable {
  /// The root's path: absolute and without symbolic links when it was resolved.
  let root: BytePath
  let disk: any Disk
  /// The numbers, for readers that must not wait.
  let published: PublishedTotals
  /// Only one thread changes the tree at a time, and never while it waits for the disk.
  let tree: Monitor<SizeTree>
  /// What is left out; its device follows the root when the root is replaced.
  let exclusions: Monitor<Exclusions>
  private let fileSystems = Monitor<[UInt64: FileSystemKind]>([:])

  /// Above so many open directories, paths are walked again instead of keeping more of them open.
  private static let openDirectoryLimit = 128
  /// The longest path that one call takes, with its terminating zero.
  private static let pathLimit = 4096

  init(root: BytePath, status: FileStatus, disk: any Disk, exclusions: Exclusions) {
    self.root = root
    self.disk = disk
    let tree = SizeTree(root: status)
    published = tree.published
    self.tree = Monitor(tree)
    self.exclusions = Monitor(exclusions)
  }

  func withTree<Result>(_ body: (SizeTree) throws -> Result) rethrows -> Result {
    try tree.withLock { try body($0) }
  }
}

// MARK: Opening directories

extension TrackedTree {
  /// Why a directory of the tree could not be opened.
  enum OpeningFailure: Error {
    /// Its path leads elsewhere or nowhere: something was renamed, replaced or removed.
    case elsewhere
    /// It may not be read.
    case unreadable
    case system(Errno)

    init(_ reason: Errno) {
      self =
        switch reason {
        case .noSuchFile, .notDirectory, .symbolicLinkLoop: .elsewhere
        case .permissionDenied, .notPermitted: .unreadable
        default: .system(reason)
        }
    }
  }

  /// Opens the directory that a node stands for, and makes sure that it is this one.
  func open(_ id: DirectoryID) throws(OpeningFailure) -> (OpenDirectory, FileStatus) {
    let place = withTree { tree in tree.path(of: id).map { ($0, tree.identity(of: id)) } }
    guard let (path, identity) = place else { throw .elsewhere }
    let directory: OpenDirectory
    do throws(Errno) {
      directory = try openPath(root.appending(path))
    } catch {
      throw OpeningFailure(error)
    }
    return (directory, try verify(directory, identity))
  }

  /// What is to be known of a directory before it is listed.
  struct Place: Sendable {
    /// The name in an open parent, or else the path below the root.
    let path: [UInt8]
    let identity: FileIdentity
    let salt: UInt8
  }

  /// - Returns: nil when the directory is not in the tree any more.
  func place(of handle: DirectoryHandle, hasOpenParent: Bool) -> Place? {
    withTree { tree in
      guard tree.isLive(handle), let path = hasOpenParent ? tree.name(of: handle.id) : tree.path(of: handle.id)?.bytes
      else { return nil }
      return Place(path: path, identity: tree.identity(of: handle.id), salt: tree.salt(of: handle.id))
    }
  }

  /// Opens what is at a place, without making sure that it is the directory that was meant.
  func open(_ place: Place, in parent: OpenDirectory?) throws(OpeningFailure) -> OpenDirectory {
    if let parent { return try openChild(place.path, in: parent) }
    do throws(Errno) {
      return try openPath(root.appending(place.path))
    } catch {
      throw OpeningFailure(error)
    }
  }

  func openChild(_ name: [UInt8], in parent: OpenDirectory) throws(OpeningFailure) -> OpenDirectory {
    do throws(Errno) {
      return try disk.open(name, in: parent)
    } catch {
      throw OpeningFailure(error)
    }
  }

  /// Whether so many directories are open that no more should be kept for their children.
  var hasManyOpenDirectories: Bool {
    OpenDirectory.count > Self.openDirectoryLimit
  }

  /// Opens a path of any length, in pieces that the kernel accepts.
  func openPath(_ path: BytePath) throws(Errno) -> OpenDirectory {
    guard path.bytes.count >= Self.pathLimit else { return try disk.open(path) }
    var pieces = path.bytes[...].pieces(shorterThan: Self.pathLimit - 1)[...]
    var directory = try disk.open(BytePath(bytes: Array(pieces.removeFirst())))
    for piece in pieces {
      directory = try disk.open(Array(piece), in: directory)
    }
    return directory
  }

  private func verify(
    _ directory: OpenDirectory, _ identity: FileIdentity
  ) throws(OpeningFailure) -> FileStatus {
    let status: FileStatus
    do throws(Errno) {
      status = try disk.status(of: directory)
    } catch {
      throw OpeningFailure(error)
    }
    guard status.identity == identity else { throw .elsewhere }
    return status
  }
}

extension ArraySlice<UInt8> {
  /// Cuts a path at separators into pieces; a name is never longer than a piece.
  fileprivate func pieces(shorterThan limit: Int) -> [ArraySlice<UInt8>] {
    let separator = UInt8(ascii: "/")
    var pieces: [ArraySlice<UInt8>] = []
    var rest = self
    while rest.count >= limit {
      guard let cut = rest.prefix(limit).lastIndex(of: separator), cut > rest.startIndex else { break }
      pieces.append(rest[..<cut])
      rest = rest[(cut + 1)...]
    }
    pieces.append(rest)
    return pieces
  }
}

// MARK: Mounts

extension TrackedTree {
  /// The identities that a directory below this one must not have: those of the directories above it, and its own.
  func ancestry(of id: DirectoryID) -> Set<FileIdentity> {
    withTree { tree in
      var identities: Set<FileIdentity> = []
      var next: DirectoryID? = id
      while let current = next {
        identities.insert(tree.identity(of: current))
        next = tree.parent(of: current)
      }
      return identities
    }
  }

  /// Notes what is mounted below the root.
  func note(_ mounts: MountTable) {
    let hasMounts = mounts.mounts.contains { $0.point.below(root)?.isEmpty == false }
    exclusions.withLock { $0.hasMounts = hasMounts }
    let showsTwice = hasMounts && mounts.showsTwice(at: root)
    withTree { $0.suspectsOutsideNames = showsTwice }
    // A device's number is given out again, to another file system.
    fileSystems.withLock { $0.removeAll() }
  }
}

// MARK: What is known about file systems

extension TrackedTree {
  /// The kind of file system that an open directory lies on; asked once for each device.
  func fileSystem(of directory: OpenDirectory, device: UInt64) -> FileSystemKind? {
    if let known = fileSystems.withLock({ $0[device] }) { return known }
    guard let kind = try? disk.fileSystem(of: directory) else { return nil }
    fileSystems.withLock { $0[device] = kind }
    return kind
  }

  /// The kind of file system that a directory of the tree lies on.
  func fileSystem(at id: DirectoryID) -> FileSystemKind? {
    let device = withTree { $0.identity(of: id).device }
    if let known = fileSystems.withLock({ $0[device] }) { return known }
    // Since it was listed something has been mounted somewhere.
    return (try? open(id)).flatMap { fileSystem(of: $0.0, device: device) }
  }
}
