package import SystemCalls

/// A directory that may be cleared, known by what it is and not only by where it lies.
package struct PinnedRoot: Sendable {
  /// Absolute, without links.
  package let path: BytePath
  /// What the kernel said about it when it was pinned.
  package let details: FileDetails
  private let user: UInt32

  /// Goes to a directory, refuses what must not be cleared, and remembers which directory it is.
  /// - Parameter path: A relative one begins at the working directory. Symbolic links on the way are followed when
  ///   root or the caller owns them.
  package static func open(
    _ path: BytePath, allowing permissions: ClearingPermissions, rules given: RootRules? = nil
  ) throws(ClearingError) -> PinnedRoot {
    if let reason = objection(to: path) { throw .refusing(path, because: reason) }
    let rules: RootRules
    if let given {
      rules = given
    } else {
      rules = try ClearingError.reporting(path) { () throws(Errno) in try RootRules.current() }
    }
    let walk = try RootWalk(to: path, user: rules.user)
    if !path.isAbsolute { try walk.goToWorkingDirectory() }
    try walk.go(path, followsLinks: true)
    let details = try walk.details()
    try RootCheck(asked: path, walk: walk, details: details, rules: rules).check(permissions)
    return PinnedRoot(path: walk.path, details: details, user: rules.user)
  }

  /// The directory, open for reading. Fails when another one is at its path now.
  package func descriptor() throws(ClearingError) -> Descriptor {
    let walk = try RootWalk(to: path, user: user)
    try walk.go(path, followsLinks: false)
    let now = try walk.details()
    guard now.identity == details.identity, now.isMountRoot == details.isMountRoot else {
      throw .changed(path)
    }
    return try walk.open([.directory])
  }

  /// What is wrong with a path before anyone looks at the disk.
  private static func objection(to path: BytePath) -> String? {
    if path.isEmpty { return "an empty path is no directory's name" }
    if path.bytes.contains(0) { return "no path contains a zero byte" }
    // As `rm` does: where they lead depends on where one happens to be.
    guard let last = path.lastComponent, last == Array(".".utf8) || last == Array("..".utf8) else { return nil }
    return "name the directory itself instead of '\(last.printable)'"
  }
}
