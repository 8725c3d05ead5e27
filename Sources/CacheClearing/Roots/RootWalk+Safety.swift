internal import SystemCalls

// Who could decide where a walk arrives.

extension RootWalk {
  /// The kernel's own.
  private static let linkLimit = 40

  /// Root does not look names up where others can exchange them.
  func checkWriters() throws(ClearingError) {
    guard user == 0, let permissions = steps.last?.status.permissions else { return }
    let (othersMayWrite, isSticky) = (permissions & 0o022 != 0, permissions & 0o1000 != 0)
    guard othersMayWrite, !isSticky else { return }
    throw .unsafe(asked, "others can exchange what is in '\(path)', which they may write to and which is not sticky")
  }

  /// From root's directories the way may lead into another user's; from there nowhere else, because that user could
  /// have put there what belongs to a third.
  func checkOwner(_ status: FileStatus, of name: [UInt8]) throws(ClearingError) {
    guard user == 0, let owner = steps.last?.status.owner, owner != 0, owner != status.owner else { return }
    throw .unsafe(
      asked, "user \(owner), who owns '\(path)', could have put '\(path.appending(name))' of user \(status.owner) there"
    )
  }

  func checkLink(_ status: FileStatus, _ name: [UInt8]) throws(ClearingError) {
    let link = path.appending(name)
    guard status.owner == 0 || status.owner == user else {
      throw .unsafe(asked, "user \(status.owner) decides where the symbolic link '\(link)' leads")
    }
    try checkOwner(status, of: name)
    links += 1
    guard links <= Self.linkLimit else { throw .opening(asked, .symbolicLinkLoop) }
  }
}

extension ClearingError {
  fileprivate static func unsafe(_ path: BytePath, _ reason: String) -> ClearingError {
    refusing(path, .unsafePath, because: reason)
  }
}
