internal import SizeTracking
internal import SystemCalls

/// What a running watch says of itself: which root it would answer for, and what it has seen.
struct WatchProbe {
  var root: BytePath
  var watches: Int
  var overflows: Int
  var audits: Int
  var driftedEntries: Int
  var driftedBytes: UInt64

  init(_ tracker: SizeTracker) {
    let statistics = tracker.statistics
    root = tracker.root
    watches = statistics.watches
    overflows = statistics.overflows
    audits = statistics.audits
    driftedEntries = statistics.driftedEntries
    driftedBytes = statistics.driftedBytes
  }

  /// On one line without its end.
  var json: [UInt8] {
    let object = JSONObject()
    object.add("root", "root_base64", path: root)
    object.add("watches", watches)
    object.add("overflows", overflows)
    object.add("audits", audits)
    object.add("drift_entries", driftedEntries)
    object.add("drift_bytes", driftedBytes)
    return object.text
  }

  /// Reads a probe; nil where it is none.
  init?(json: some Collection<UInt8>) {
    guard let document = JSONDocument(json), let root = document.path("root", "root_base64") else { return nil }
    func number(_ key: String) -> UInt64 { document.number(key) ?? 0 }
    self.root = root
    watches = Int(clamping: number("watches"))
    overflows = Int(clamping: number("overflows"))
    audits = Int(clamping: number("audits"))
    driftedEntries = Int(clamping: number("drift_entries"))
    driftedBytes = number("drift_bytes")
  }
}
