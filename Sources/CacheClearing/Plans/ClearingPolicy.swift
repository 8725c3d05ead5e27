public import ByteCounts
public import SystemCalls

/// What to delete. Several policies are limits that all hold after the clear: what any of them names goes.
public enum ClearingPolicy: Hashable, Sendable, Codable {
  /// Everything below the root: a rule, not a list, carried out while the tree is read.
  case everything
  /// Exactly these entries, by their paths below the root; a directory goes with all its contents.
  case entries([BytePath])
  /// Files whose age is above a duration.
  case olderThan(Duration)
  /// The files that were used least recently, until the root's size on disk, as `du` counts it, is at most so much.
  case leastRecentlyUsed(downTo: ByteCount)
  /// The files that were used least recently, until so much is free on the file system.
  case untilFree(FreeSpaceGoal)
}

/// How much room a file system is to have, as users other than root see it, and `df` shows it: what is kept for root does
/// not count, and is filled first.
public enum FreeSpaceGoal: Hashable, Sendable, Codable {
  /// An amount.
  case amount(ByteCount)
  /// A share of the whole file system, 0 to 100.
  case percent(Int)
}

extension FreeSpaceGoal {
  /// How much it comes to on a file system of so many bytes.
  package func bytes(of totalBytes: UInt64) -> UInt64 {
    switch self {
    case .amount(let amount): amount.bytes
    case .percent(let share): UInt64(clamping: (UInt128(totalBytes) * UInt128(max(0, share)) + 99) / 100)
    }
  }
}
