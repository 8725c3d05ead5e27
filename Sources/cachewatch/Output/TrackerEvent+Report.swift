internal import SizeTracking
internal import SystemCalls

extension TrackerEvent {
  /// The event for programs, on one line without its end.
  var json: [UInt8] {
    let object = JSONObject()
    object.add("event", name)
    object.add("path", "path_base64", path: path)
    switch kind {
    case .drift(let bytes, let entries):
      object.add("bytes", bytes)
      object.add("entries", entries)
    case .degraded(let reasons):
      object.add("reasons", reasons.names)
    case .ready, .rescan, .gone, .reattached, .error: break
    }
    if let sentence { object.add("message", sentence) }
    return object.text
  }

  /// What a person should know; nil where the numbers that follow say it.
  var sentence: String? {
    if let message { return message }
    return switch kind {
    case .ready: nil
    case .rescan: "events of '\(path)' were lost; everything is looked at again"
    case .degraded(let reasons): "part of '\(path)' cannot be seen: \(reasons.names.joined(separator: ", "))"
    case .gone: "'\(path)' is not there any more; its watch goes on when it is there again"
    case .reattached: "'\(path)' is there again"
    case .drift(let bytes, let entries):
      "'\(path)' had drifted by \(bytes) bytes in \(entries) entries; repaired"
    case .error: "something failed at '\(path)'"
    }
  }

  private var name: String {
    switch kind {
    case .ready: "ready"
    case .rescan: "rescan"
    case .degraded: "degraded"
    case .gone: "gone"
    case .reattached: "reattached"
    case .drift: "drift"
    case .error: "error"
    }
  }
}
