internal import SizeTrees
internal import SystemCalls

/// What a scan found out beyond the sizes: for whoever ordered it.
struct ScanFindings {
  /// Directories that are not where the tree has them.
  var displaced: [DirectoryHandle] = []
  /// Directories that could not be listed for a reason that may pass by itself.
  var failed: [DirectoryHandle] = []
  /// Directories that went out of the tree.
  var detached: [DirectoryID] = []
  /// Names (nil: all names) whose allocated bytes may change at writeback without an event.
  var young: [(name: [UInt8]?, directory: DirectoryHandle)] = []
  /// Inodes with several names of which the tree may have some as ordinary files.
  var newlyLinked: [FileIdentity] = []
  /// Inodes that lost a name and have others.
  var lostLinked: [FileIdentity] = []
  /// What could not be examined: the first thousand.
  var failures: [Failure] = []
  var failureCount = 0
  /// Directories that could not be examined before, and can be now.
  var recovered: [BytePath] = []
  /// Directories without a watch because there was none left.
  var unwatched = 0

  /// A directory, or an entry of one, that could not be examined.
  struct Failure {
    var path: BytePath
    var isEntry: Bool
    var reason: Errno
  }

  static let failureLimit = 1000

  mutating func add(_ failure: @autoclosure () -> Failure) {
    failureCount += 1
    if failures.count < Self.failureLimit { failures.append(failure()) }
  }
}
