internal import SystemCalls

/// One PATH of `size`.
struct SizeTarget {
  /// As it was given: text shows it so.
  let given: BytePath
  /// Absolute and without links; as given where that is too long to find out.
  let resolved: BytePath
  let status: FileStatus

  var isDirectory: Bool { status.kind == .directory }

  /// Looks the path up. A symbolic link is followed when it leads to a directory.
  init(_ given: BytePath) throws(Errno) {
    self.given = given
    if let status = try? Descriptor.statusFollowing(given.bytes), status.kind == .directory {
      self.status = status
      resolved = (try? given.resolved()) ?? given
      return
    }
    status = try Descriptor.workingDirectory.status(of: given.bytes)
    let parent = given.removingLastComponent()
    let directory = try? (parent.isEmpty ? "." : parent).resolved()
    resolved = directory.flatMap { directory in given.lastComponent.map(directory.appending) } ?? given
  }
}
