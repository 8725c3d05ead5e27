/// What a tracker uses and has seen so far.
public struct TrackerStatistics: Hashable, Sendable {
  /// Directories that are watched, and files that are because they have names outside.
  public var watches = 0
  /// Events read, of any kind.
  public var events: UInt64 = 0
  /// Times that the kernel lost events.
  public var overflows = 0
  /// Times that everything was looked at again.
  public var rescans = 0
  /// Files and directories waiting to be examined again after writeback.
  public var settling = 0
  /// Passes of the audit.
  public var audits = 0
  /// Entries that audits found different although no event had said so.
  public var driftedEntries = 0
  /// The allocated bytes by which audits found directories off.
  public var driftedBytes: UInt64 = 0
  /// Sums that fell below zero and were made anew: 0 unless there is a bug.
  public var underflows = 0

  /// All zeros.
  public init() {}
}
