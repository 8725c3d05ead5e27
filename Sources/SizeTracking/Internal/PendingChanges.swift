internal import SizeTrees

/// What may have changed: names in directories, merged, so that its size depends on what changed and not on how often.
struct PendingChanges {
  /// What is known about one directory.
  struct Directory {
    /// The names to look at.
    var names = PendingNames()
    /// Every entry must be looked at.
    var isWhole = false
    /// Writeback is what it is looked at for: what was written shortly before need not be looked at yet again.
    var isWrittenBack = false
    /// The directory itself must be examined: its watch, its permissions.
    var isSelf = false
    /// How often the directory was not where its path leads.
    var attempts = 0
  }

  /// What an event said about a name beyond "look at it".
  struct Hint: OptionSet {
    let rawValue: UInt8
    /// The name is the new one of a rename: a directory there may be one that the tree knows.
    static let movedHere = Hint(rawValue: 1)
    /// Writing may go on without a further event for this name.
    static let settle = Hint(rawValue: 2)
    /// The last event says that the name is gone.
    static let gone = Hint(rawValue: 4)
  }

  var directories = PendingDirectories()
  /// What is kept once all of this has been looked at.
  var promises = Promises()

  var isEmpty: Bool { directories.isEmpty && promises.isEmpty }

  mutating func insert(_ name: [UInt8], in directory: DirectoryID, _ hint: Hint = []) {
    insert(name.span, in: directory, hint)
  }

  mutating func insert(_ name: Span<UInt8>, in directory: DirectoryID, _ hint: Hint) {
    directories[directory].insert(name, hint)
  }

  mutating func insertWhole(_ directory: DirectoryID) {
    directories[directory].isWhole = true
    directories[directory].isWrittenBack = false
  }

  /// Every entry must be looked at because its data has been written back.
  mutating func insertWrittenBack(_ directory: DirectoryID) {
    // Whole already: there is more to it than writeback.
    guard !directories[directory].isWhole else { return }
    directories[directory].isWhole = true
    directories[directory].isWrittenBack = true
  }

  mutating func insertSelf(_ directory: DirectoryID) {
    directories[directory].isSelf = true
  }

  /// Takes out what is known about one directory.
  mutating func remove(_ directory: DirectoryID) -> Directory? {
    directories.remove(directory)
  }

  /// Puts back what was taken out.
  mutating func restore(_ changes: Directory, in directory: DirectoryID) {
    if changes.isWrittenBack { insertWrittenBack(directory) } else if changes.isWhole { insertWhole(directory) }
    if changes.isSelf { insertSelf(directory) }
    // What came since then may say that a name is there again.
    changes.names.forEach { name, hint in insert(name, in: directory, hint.subtracting(.gone)) }
    if directories.contains(directory) { directories[directory].attempts = changes.attempts }
  }

  /// Forgets every change, but no promise: what follows looks at everything anyway.
  mutating func removeAllDirectories() {
    directories.removeAll()
  }
}

extension PendingChanges.Directory {
  /// Above so many names a directory is listed instead: the memory stays bounded and the work is no more.
  private static let namesBeforeWhole = 8192

  fileprivate mutating func insert(_ name: Span<UInt8>, _ hint: PendingChanges.Hint) {
    // In a directory that is looked at after writeback, what is written now is to be looked at yet again.
    guard !isWhole || hint.contains(.movedHere) || (isWrittenBack && hint.contains(.settle)) else { return }
    names.insert(name, hint)
    guard names.count > Self.namesBeforeWhole else { return }
    names.removeAll()
    isWhole = true
    isWrittenBack = false
  }
}

/// What someone waits for: the newest of each kind, which stands for all older ones.
struct Promises {
  var barrier: UInt64 = 0
  var settling: UInt64 = 0

  var isEmpty: Bool { barrier == 0 && settling == 0 }

  mutating func formUnion(_ other: Promises) {
    barrier = max(barrier, other.barrier)
    settling = max(settling, other.settling)
  }

  mutating func take() -> Promises {
    defer { self = Promises() }
    return self
  }
}
