internal import SystemCalls

/// The entries that are left out of the tree: those that match a glob, and those on another file system than the
/// root's where that is asked for. The root itself is never left out.
struct Exclusions: Sendable {
  private let globs: [Glob]
  /// The only file system that counts; nil when all do.
  var device: UInt64?
  /// Whether something is mounted below the root: a directory can then be met again below itself, and does not count
  /// there, as in `du`.
  var hasMounts = false

  init(globs: [String], device: UInt64?) {
    self.globs = globs.map(Glob.init)
    self.device = device
  }

  /// Whether a name's place decides: a directory that moves may bring entries in or out.
  var dependOnPaths: Bool { !globs.isEmpty }

  /// Whether there is any reason to leave something out.
  var mayLeaveOut: Bool { device != nil || hasMounts || !globs.isEmpty }

  /// Whether an entry is left out. The path, below the root, is made only when there are globs to match it.
  func leaveOut(_ status: FileStatus, at path: @autoclosure () -> [UInt8]) -> Bool {
    if let device, status.identity.device != device { return true }
    guard !globs.isEmpty else { return false }
    let path = path()
    return globs.contains { $0.matches(path) }
  }
}
