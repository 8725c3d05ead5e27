import CacheClearing
import SystemCalls

/// A clock that stands still but when it is put forward.
final class SteppedClock: Sendable {
  private let time = Monitor(MonotonicTime(nanoseconds: 1_000_000_000))

  func advance(by duration: Duration) {
    time.withLock { $0 = $0 + duration }
  }

  var clearingClock: ClearingClock {
    ClearingClock(monotonic: { [self] in time.withLock { $0 } })
  }
}
