public import SystemCalls

/// Something that happened to a tracker, beyond a change of its numbers.
public struct TrackerEvent: Hashable, Sendable {
  /// The kinds of events.
  public enum Kind: Hashable, Sendable {
    /// The first scan is done.
    case ready
    /// Events were lost; everything is looked at again.
    case rescan
    /// Something cannot be seen from now on.
    case degraded(UsageReasons)
    /// The root is not there any more.
    case gone
    /// The root is there again; it is scanned and tracked.
    case reattached
    /// An audit found and repaired differences.
    case drift(bytes: UInt64, entries: Int)
    /// Something failed; the message says what.
    case error
  }

  /// Counts a tracker's events from 1.
  public var sequence: UInt64
  /// What happened.
  public var kind: Kind
  /// The directory that it happened to, absolute.
  public var path: BytePath
  /// What a person should know or do; nil where nothing needs to be said.
  public var message: String?

  /// Makes an event of its parts.
  public init(sequence: UInt64, kind: Kind, path: BytePath, message: String? = nil) {
    self.sequence = sequence
    self.kind = kind
    self.path = path
    self.message = message
  }
}
