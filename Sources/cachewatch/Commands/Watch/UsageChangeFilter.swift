internal import SizeTracking
internal import SystemCalls

/// Decides which directories' numbers are news.
struct UsageChangeFilter {
  /// Whether the first scan's end was reported: until then only its progress is shown.
  var isReady = false
  private var shown: [BytePath: DirectoryUsage] = [:]

  /// Remembers what was shown.
  mutating func note(_ path: BytePath, _ usage: DirectoryUsage) {
    shown[path] = usage
  }

  /// The directories that differ from what was shown, which they then are. One that is not there any more is shown
  /// once as gone.
  mutating func changes(to current: [(BytePath, DirectoryUsage)]) -> [(BytePath, DirectoryUsage)] {
    var changes: [(BytePath, DirectoryUsage)] = []
    for (path, usage) in current {
      guard isReady || usage.state == .scanning || usage.state == .gone, shown[path] != usage else {
        continue
      }
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
}
