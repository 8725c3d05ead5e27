internal import Glibc
package import SystemCalls

/// Counts every directory of a tree by a plain recursive walk that shares nothing with the library.
///
/// An inode with several names counts once in each directory that has one of them below it. Each level holds a
/// descriptor: for trees of a few hundred levels.
package struct IndependentWalk {
  package private(set) var counts: [BytePath: DiskCount] = [:]
  /// The directories with an inode below them that has several names, inside or outside.
  package private(set) var directoriesWithLinks: Set<BytePath> = []

  private struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  private struct Sizes {
    var allocated: UInt64
    var apparent: UInt64
  }

  private struct Subtree {
    var count = DiskCount()
    var linked: [Identity: Sizes] = [:]
  }

  package init(root: BytePath) throws(Errno) {
    let descriptor = root.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Errno.current }
    defer { close(descriptor) }
    _ = try walk(descriptor, path: BytePath(bytes: []), above: [])
  }

  /// - Parameter above: the directories above: one of them that a bind mount shows again counts nothing.
  private mutating func walk(_ directory: Int32, path: BytePath, above: Set<Identity>) throws(Errno) -> Subtree {
    var result = Subtree()
    var own = stat()
    guard fstat(directory, &own) == 0 else { throw Errno.current }
    let above = above.union([Identity(own)])
    result.count.add(allocated: Self.allocated(own), apparent: 0)
    result.count.directories = 1

    for name in try DirectoryListing.names(of: directory) {
      var status = stat()
      let found = BytePath(bytes: name).withCString { fstatat(directory, $0, &status, AT_SYMLINK_NOFOLLOW) }
      guard found == 0 else { throw Errno.current }
      if status.st_mode & S_IFMT == S_IFDIR {
        guard !above.contains(Identity(status)) else { continue }
        let inner = BytePath(bytes: name).withCString {
          openat(directory, $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        }
        guard inner >= 0 else { throw Errno.current }
        defer { close(inner) }
        let subtree = try walk(inner, path: path.appending(name), above: above)
        result.count.add(subtree.count)
        result.linked.merge(subtree.linked) { (mine, _) in mine }
      } else if status.st_nlink > 1 {
        result.linked[Identity(status)] = Sizes(allocated: Self.allocated(status), apparent: Self.apparent(status))
      } else {
        result.count.add(allocated: Self.allocated(status), apparent: Self.apparent(status))
        result.count.files += 1
      }
    }

    var complete = result.count
    for sizes in result.linked.values { complete.add(allocated: sizes.allocated, apparent: sizes.apparent) }
    complete.files += result.linked.count
    counts[path] = complete
    if !result.linked.isEmpty { directoriesWithLinks.insert(path) }
    return result
  }

  private static func allocated(_ status: stat) -> UInt64 { UInt64(status.st_blocks) * 512 }

  private static func apparent(_ status: stat) -> UInt64 {
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFLNK: UInt64(status.st_size)
    default: 0
    }
  }
}

extension DiskCount {
  fileprivate mutating func add(allocated: UInt64, apparent: UInt64) {
    allocatedBytes = allocatedBytes.saturatingSum(allocated)
    apparentBytes = apparentBytes.saturatingSum(apparent)
  }

  fileprivate mutating func add(_ other: DiskCount) {
    add(allocated: other.allocatedBytes, apparent: other.apparentBytes)
    files += other.files
    directories += other.directories
  }
}

extension UInt64 {
  fileprivate func saturatingSum(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
