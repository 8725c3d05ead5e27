/// What a clear did.
public struct ClearingReport: Hashable, Sendable, Codable {
  /// Names removed that were not directories'.
  public var files: Int
  /// Directories removed.
  public var directories: Int
  /// Allocated bytes of the inodes whose last name went, directories included; those that are still open too.
  public var freedBytes: UInt64
  /// Allocated bytes of the inodes that lost their last name below the root and keep one elsewhere; nil in a preview, and
  /// where not all that is left could be looked at, after a cancelled clear for example.
  public var stillLinkedBytes: UInt64?
  /// Of the freed bytes, those that open files hold until they are closed; nil when the caller may not look at every
  /// process, so mostly for users other than root.
  public var heldBytes: UInt64?
  /// What is left of what was asked for, with the reason: one entry each, not the directories above it.
  public var skipped: [SkippedEntry]
  /// Whether the clear was cancelled before it was done.
  public var isCancelled: Bool
  /// Whether nothing is left but what the caller wanted to stay.
  public var isComplete: Bool { !isCancelled && skipped.allSatisfy(\.reason.isRequested) }

  /// Makes a report of its parts.
  public init(
    files: Int = 0, directories: Int = 0, freedBytes: UInt64 = 0, stillLinkedBytes: UInt64? = 0,
    heldBytes: UInt64? = nil, skipped: [SkippedEntry] = [], isCancelled: Bool = false
  ) {
    self.files = files
    self.directories = directories
    self.freedBytes = freedBytes
    self.stillLinkedBytes = stillLinkedBytes
    self.heldBytes = heldBytes
    self.skipped = skipped
    self.isCancelled = isCancelled
  }
}

/// How far a clear has come.
public struct ClearingProgress: Hashable, Sendable {
  /// Names removed so far that were not directories'.
  public var files: Int
  /// Directories removed so far.
  public var directories: Int
  /// Allocated bytes freed so far.
  public var freedBytes: UInt64
  /// How many entries were skipped so far.
  public var skipped: Int
  /// Whether the clear is done.
  public var isFinished: Bool

  /// Progress of these parts.
  public init(files: Int, directories: Int, freedBytes: UInt64, skipped: Int, isFinished: Bool) {
    self.files = files
    self.directories = directories
    self.freedBytes = freedBytes
    self.skipped = skipped
    self.isFinished = isFinished
  }
}
