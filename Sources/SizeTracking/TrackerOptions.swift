internal import FileEvents

/// What a tracker may use, and how often it checks itself.
public struct TrackerOptions: Hashable, Sendable {
  /// How many inotify watches the process may take, over all its trackers.
  public enum WatchAllowance: Hashable, Sendable {
    /// The user's limit less a reserve for other programs: a tenth of it, at least 4,096, never more than half.
    case leavingReserve
    /// So many watches.
    case count(Int)
    /// So many hundredths of the user's limit.
    case percent(Int)
  }

  /// How many watches the process may take. The limit is shared: the value of the last tracker started holds.
  public var watchAllowance: WatchAllowance
  /// How long the audit, which compares the tree with the disk, waits between two passes; nil turns it off.
  public var auditInterval: Duration?
  /// The share of one processor's time that an audit may use, waiting for the disk included, in hundredths: 1 to 100. The
  /// polling of what cannot be watched keeps to it too.
  public var auditBudgetPercent: Int
  /// Whether to call `malloc_trim` after every 250,000 events: so many leave the heap full of holes, and the process
  /// grows by some megabytes within hours of churn until they are filled.
  ///
  /// Off unless asked for: it works on the heap of the whole process, holds up every allocation meanwhile, and takes
  /// longer the larger that heap is. Turn it on in a process that does little else.
  public var trimsHeap: Bool

  /// The options that hold where nothing else is said.
  public init(
    watchAllowance: WatchAllowance = .leavingReserve, auditInterval: Duration? = .seconds(6 * 3600),
    auditBudgetPercent: Int = 5, trimsHeap: Bool = false
  ) {
    self.watchAllowance = watchAllowance
    self.auditInterval = auditInterval
    self.auditBudgetPercent = auditBudgetPercent
    self.trimsHeap = trimsHeap
  }
}

extension WatchAllowance {
  init(_ allowance: TrackerOptions.WatchAllowance) {
    self =
      switch allowance {
      case .leavingReserve: .leavingReserve
      case .count(let count): .count(count)
      case .percent(let percent): .percent(percent)
      }
  }
}
