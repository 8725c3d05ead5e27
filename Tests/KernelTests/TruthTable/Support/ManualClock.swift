import SizeTracking
import SystemCalls

/// A clock that runs as the kernel's does, and can be put forward: what is due in minutes is due now.
final class ManualClock: Sendable {
  private let ahead = Monitor(Duration.zero)

  func advance(by duration: Duration) {
    ahead.withLock { $0 += duration }
  }

  var trackerClock: TrackerClock {
    TrackerClock(writebackDelay: .seconds(37)) { [self] in .now + ahead.withLock { $0 } }
  }
}
