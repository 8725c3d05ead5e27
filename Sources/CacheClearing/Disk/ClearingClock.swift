package import SystemCalls

/// What time it is: by the system's clocks, or by a test's.
package struct ClearingClock: Sendable {
  /// The clock that no one can set.
  package var monotonic: @Sendable () -> MonotonicTime
  /// The clock on the wall, which file systems put on files.
  package var wall: @Sendable () -> FileTime

  package init(
    monotonic: @escaping @Sendable () -> MonotonicTime = { .now }, wall: @escaping @Sendable () -> FileTime = { .now }
  ) {
    self.monotonic = monotonic
    self.wall = wall
  }
}
