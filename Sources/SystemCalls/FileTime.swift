internal import CSystem

/// A time that a file system keeps.
package struct FileTime: Hashable, Comparable, Sendable, Codable {
  /// Since 1970; below 0 before.
  package var seconds: Int64
  package var nanoseconds: UInt32

  package init(seconds: Int64, nanoseconds: UInt32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  init(_ raw: csystem_time) {
    self.init(seconds: raw.seconds, nanoseconds: raw.nanoseconds)
  }

  package static func < (left: FileTime, right: FileTime) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }

  /// How long ago the time was at another; zero where it lies in the future.
  package func age(at now: FileTime) -> Duration {
    guard self < now else { return .zero }
    return .seconds(now.seconds.subtractingSaturating(seconds))
      + .nanoseconds(Int64(now.nanoseconds) - Int64(nanoseconds))
  }
}

extension Int64 {
  fileprivate func subtractingSaturating(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? .max : difference
  }
}
