internal import CSystem
internal import Glibc

/// A moment of the clock that no one can set, in nanoseconds.
package struct MonotonicTime: Comparable, Hashable, Sendable {
  package var nanoseconds: UInt64

  package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  package static var now: MonotonicTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
  }

  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return time }
    let (added, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carried) = time.nanoseconds.addingReportingOverflow(added)
    let (end, carriedAgain) = sum.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return MonotonicTime(nanoseconds: overflow || carried || carriedAgain ? .max : end)
  }

  package static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
    .nanoseconds(Int64(clamping: left.nanoseconds) - Int64(clamping: right.nanoseconds))
  }
}

/// The seconds since 1970 by the clock on the wall, which steps when someone sets it.
package func wallClockSeconds() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec)
}

extension FileTime {
  /// The time of the clock on the wall, which file systems put on files.
  package static var now: FileTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(seconds: Int64(time.tv_sec), nanoseconds: UInt32(time.tv_nsec))
  }
}
