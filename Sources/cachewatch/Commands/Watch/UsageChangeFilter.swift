internal import SizeTracking
internal import SystemCalls

/// Decides which directories' numbers are news.
///
/// A tracker's state changes a moment before it tells why: a number waits for the event that explains it.
struct UsageChangeFilter {
  /// Whether the first scan's end was reported: until then only its progress is shown.
  private(set) var isReady = false
  /// Whether the last that was reported about the root is that it is gone.
  private var isGone = false
  private var shown: [BytePath: DirectoryUsage] = [:]

  /// Remembers what was reported.
  mutating func note(_ event: TrackerEvent) {
    switch event.kind {
    case .ready: isReady = true
    case .gone: isGone = true
    case .reattached: isGone = false
    case .rescan, .degraded, .drift, .error: break
    }
  }

  /// Remembers what was shown.
  mutating func note(_ path: BytePath, _ usage: DirectoryUsage) {
    shown[path] = usage
  }

  /// The directories that differ from what was shown, which they then are. One that is not there any more is shown
  /// once as gone.
  mutating func changes(to current: [(BytePath, DirectoryUsage)]) -> [(BytePath, DirectoryUsage)] {
    var changes: [(BytePath, DirectoryUsage)] = []
    for (path, usage) in current where isExplained(usage.state) && shown[path] != usage {
      shown[path] = usage
      changes.append((path, usage))
    }
    guard shown.count > current.count else { return changes }
    let present = Set(current.map(\.0))
    let missing = shown.keys.filter { !present.contains($0) }
    for path in missing.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      shown[path] = nil
      changes.append((path, DirectoryUsage(state: .gone)))
    }
    return changes
  }

  private func isExplained(_ state: UsageState) -> Bool {
    switch state {
    case .gone: isGone
    case .scanning: true
    case .rescanning: isReady
    case .live, .settling, .degraded: isReady && !isGone
    }
  }
}
