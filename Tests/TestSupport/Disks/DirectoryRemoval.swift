internal import Glibc
internal import SystemCalls

/// Removes a directory tree of any depth, with any names and permissions. One descriptor is open at a time.
enum DirectoryRemoval {
  static func remove(_ path: BytePath) throws(Errno) {
    var directory = try open(path.bytes, in: AT_FDCWD)
    defer { close(directory) }
    // Of each directory on the way down, what is not empty in it: the last one is where the way goes on.
    var levels = [try removeEntries(of: directory)]
    while let inner = levels.last?.last {
      let next = try open(inner, in: directory)
      close(directory)
      directory = next
      levels.append(try removeEntries(of: directory))
      while levels.last?.isEmpty == true, levels.count > 1 {
        levels.removeLast()
        let parent = try open(Array("..".utf8), in: directory)
        close(directory)
        directory = parent
        if let done = levels[levels.count - 1].popLast() {
          try unlink(done, in: directory, flags: Int32(AT_REMOVEDIR))
        }
      }
    }
    try unlink(path.bytes, in: AT_FDCWD, flags: Int32(AT_REMOVEDIR))
  }

  /// Removes files and empty directories; answers the directories that are not empty.
  private static func removeEntries(of directory: Int32) throws(Errno) -> [[UInt8]] {
    var rest: [[UInt8]] = []
    for name in try DirectoryListing.names(of: directory) {
      do {
        try unlink(name, in: directory, flags: 0)
      } catch .init(rawValue: EISDIR), .notPermitted {
        do {
          try unlink(name, in: directory, flags: Int32(AT_REMOVEDIR))
        } catch .init(rawValue: ENOTEMPTY), .fileExists {
          rest.append(name)
        }
      }
    }
    return rest
  }

  private static func open(_ name: [UInt8], in directory: Int32) throws(Errno) -> Int32 {
    let descriptor = BytePath(bytes: name).withCString { (name) in
      // The permissions may forbid even the owner to look inside.
      _ = fchmodat(directory, name, 0o700, 0)
      return openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw Errno.current }
    return descriptor
  }

  private static func unlink(_ name: [UInt8], in directory: Int32, flags: Int32) throws(Errno) {
    let result = BytePath(bytes: name).withCString { unlinkat(directory, $0, flags) }
    guard result == 0 || Errno.current == .noSuchFile else { throw Errno.current }
  }
}
