internal import SystemCalls

/// The time that a tracker goes by; a test moves it by hand.
package struct TrackerClock: Sendable {
  package var now: MonotonicTime { read() }
  /// After so long, dirty data is on its disk if the machine keeps up.
  package let writebackDelay: Duration
  /// From one look at what no event reports to the next.
  package let pollPause: Duration
  private let read: @Sendable () -> MonotonicTime

  package init(
    writebackDelay: Duration, pollPause: Duration = .seconds(10), now: @escaping @Sendable () -> MonotonicTime
  ) {
    self.writebackDelay = writebackDelay
    self.pollPause = pollPause
    read = now
  }

  /// The kernel's clock, and its settings for writeback.
  package static var system: TrackerClock {
    let age = ProcFile.number("/proc/sys/vm/dirty_expire_centisecs") ?? 3000
    let period = ProcFile.number("/proc/sys/vm/dirty_writeback_centisecs") ?? 500
    // The flusher may start a pass just before the data is old enough; the pass itself takes a moment.
    let delay = Duration.milliseconds(10 * (age + period)) + .seconds(2)
    return TrackerClock(writebackDelay: delay) { .now }
  }
}
