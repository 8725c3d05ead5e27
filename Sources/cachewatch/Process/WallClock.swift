internal import Glibc

/// The time of day for people.
enum WallClock {
  /// The local time with its distance from UTC: `2026-01-31T08:15:00+0100`.
  static func localTime() -> String {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe localtime_r(&now, &parts)
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      let count = unsafe strftime(start, buffer.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
      return unsafe String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
