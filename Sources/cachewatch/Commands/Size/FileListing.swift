internal import SystemCalls

/// The files of a target's directories, for `--all`: read from the disk, because no tree keeps their names.
struct FileListing {
  private let target: SizeTarget
  private let filters: TreeFilters
  private let globs: [Glob]

  init(_ target: SizeTarget, _ options: SizeOptions) {
    self.target = target
    filters = options.tree.filters
    globs = filters.exclusions.map(Glob.init)
  }

  /// Calls with each entry that is not a directory and is not left out.
  func forEachFile(
    in directory: BytePath, _ body: (_ name: [UInt8], _ status: FileStatus) -> Void
  ) throws(Errno) {
    let descriptor = try open(directory)
    defer { descriptor.close() }
    var block = NameBlock()
    while try descriptor.readNames(into: &block) {
      descriptor.statuses(of: block) { name, result in
        guard case .success(let status) = result, status.kind != .directory else { return }
        let name = name.indices.map { name[$0] }
        if !leavesOut(status, at: directory.appending(name)) { body(name, status) }
      }
    }
  }

  private func leavesOut(_ status: FileStatus, at path: BytePath) -> Bool {
    if filters.staysOnFileSystem, status.identity.device != target.status.identity.device { return true }
    return globs.contains { $0.matches(path.bytes) }
  }

  /// Opens a directory however long its path is: in steps that one call can take.
  private func open(_ path: BytePath) throws(Errno) -> Descriptor {
    var current = try Descriptor.open(target.given.bytes, [.directory, .nonBlocking])
    var rest = path.bytes[...]
    while !rest.isEmpty {
      let step = Self.takeStep(&rest)
      let parent = current
      defer { parent.close() }
      current = try Descriptor.open(step, in: parent, [.directory, .noFollow, .nonBlocking])
    }
    return current
  }

  /// As many names as fit into one call.
  private static func takeStep(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let limit = 4000
    guard rest.count > limit, let end = rest.prefix(limit).lastIndex(of: UInt8(ascii: "/")) else {
      defer { rest = [] }
      return Array(rest)
    }
    defer { rest = rest[(end + 1)...] }
    return Array(rest[..<end])
  }
}
