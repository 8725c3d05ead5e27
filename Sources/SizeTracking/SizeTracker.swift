@_exported public import SystemCalls

/// Keeps the sizes of a directory and of every directory below it current.
public final class SizeTracker: Sendable {
  /// The tracked directory: absolute, with symbolic links resolved once at the start.
  public let root: BytePath

  /// Starts tracking. Returns once the root is watched; the first scan goes on in the background.
  public init(
    root: BytePath, excluding: [String] = [], staysOnFileSystem: Bool = false,
    options: TrackerOptions = TrackerOptions()
  ) throws(TrackerError) {
    self.root = root
  }

  /// The root's numbers now.
  public var usage: DirectoryUsage { preconditionFailure() }

  /// The numbers of a directory, by its path below the root; nil when the tree holds no such directory.
  public func usage(of path: BytePath) -> DirectoryUsage? { preconditionFailure() }

  /// A handle of a directory, by its path below the root.
  public func directory(_ path: BytePath) -> TrackedDirectory? { preconditionFailure() }

  /// Returns when every change made before the call is in the tree.
  public func synchronize() async throws(TrackerError) { preconditionFailure() }

  /// Returns when every change made before the call is in the tree.
  @available(*, noasync)
  public func synchronize() throws(TrackerError) { preconditionFailure() }

  /// A barrier, then `syncfs` and a second look at what was recently written.
  public func settle() async throws(TrackerError) { preconditionFailure() }

  /// A barrier, then `syncfs` and a second look at what was recently written.
  @available(*, noasync)
  public func settle() throws(TrackerError) { preconditionFailure() }

  /// How far the first scan has come.
  public var scanProgress: ScanProgress { preconditionFailure() }

  /// Counts the changes of numbers, states and events.
  public var revision: UInt64 { preconditionFailure() }

  /// Blocks until something changes.
  @available(*, noasync)
  public func waitForChange(after revision: UInt64, timeout: Duration? = nil) -> UInt64? { preconditionFailure() }

  /// The events after a sequence number; the last 256 are kept.
  public func events(after sequence: UInt64) -> [TrackerEvent] { preconditionFailure() }

  /// What this tracker uses and has seen.
  public var statistics: TrackerStatistics { preconditionFailure() }

  /// Visits directories below (and including) a path: children before parents.
  package func forEachDirectory(
    below path: BytePath, maximumDepth: Int?, _ body: (_ path: BytePath, _ depth: Int, _ usage: DirectoryUsage) -> Void
  ) -> Bool { preconditionFailure() }
}
