public import SystemCalls

/// The result of one walk over a directory, without watches.
public struct DiskUsage: Sendable {
  /// An entry that could not be examined, and why.
  public struct Failure: Hashable, Sendable {
    /// The entry's absolute path.
    public var path: BytePath
    /// The kernel's reason.
    public var reason: Errno
  }

  /// The numbers.
  public var usage: DirectoryUsage
  /// What could not be examined: the first thousand.
  public var failures: [Failure]

  /// Walks a directory and counts; a file counts with its own blocks.
  public static func measure(
    _ path: BytePath, excluding: [String] = [], staysOnFileSystem: Bool = false
  ) async throws(TrackerError) -> DiskUsage { preconditionFailure() }

  /// Walks a directory and counts; a file counts with its own blocks.
  @available(*, noasync)
  public static func measure(
    _ path: BytePath, excluding: [String] = [], staysOnFileSystem: Bool = false
  ) throws(TrackerError) -> DiskUsage { preconditionFailure() }

  /// Visits every directory of the walk down to a depth, children before parents.
  package func forEachDirectory(
    maximumDepth: Int?, _ body: (_ path: BytePath, _ depth: Int, _ usage: DirectoryUsage) -> Void
  ) { preconditionFailure() }
}
