internal import SystemCalls

/// Whether the directory at the end of a walk may be cleared.
struct RootCheck {
  /// As the caller named it.
  var asked: BytePath
  var walk: RootWalk
  var details: FileDetails
  var rules: RootRules

  func check(_ permissions: ClearingPermissions) throws(ClearingError) {
    let protected = try ClearingError.reporting(asked) { () throws(Errno) in try ProtectedPlaces(rules) }
    let parent = walk.steps.dropLast().last?.status.identity
    if let reason = protected.reason(for: details.identity.file, in: parent) { throw .refusing(asked, because: reason) }
    if details.isMountRoot, !permissions.contains(.mountRoot) {
      throw .refusing(asked, because: "it is a mount point; allow that (--force) if everything on it may go")
    }
    guard !permissions.contains(.notACache), !looksLikeCache(protected) else { return }
    let isTagged = CacheTag.isPresent(in: walk.directory)
    let reason = isTagged ? "for root a CACHEDIR.TAG does not make it a cache" : "it does not look like a cache"
    throw .refusing(asked, .notACache, because: "\(reason); allow it (--force) if everything in it may go")
  }

  private func looksLikeCache(_ protected: ProtectedPlaces) -> Bool {
    // Whoever may write to a directory can put a tag there, and root clears directories of others.
    if rules.user != 0, CacheTag.isPresent(in: walk.directory) { return true }
    let above = walk.steps.dropLast().map(\.status.identity)
    if let system = identity(of: rules.systemCache), above.contains(system) { return true }
    // An environment in which the home is said to be a cache does not make it one.
    guard let cache = rules.userCache, let own = identity(of: cache), let parent = identity(of: cache.appending("..")),
      protected.reason(for: own, in: parent) == nil
    else { return false }
    return own == details.identity.file || above.contains(own)
  }

  private func identity(of path: BytePath) -> FileIdentity? {
    try? Descriptor.statusFollowing(path.bytes).identity
  }
}
