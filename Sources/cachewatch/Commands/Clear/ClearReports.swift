internal import CacheClearing
internal import SystemCalls

// The objects of `clear --json`, each on one line without its end. Paths are absolute.

extension ClearingCandidate {
  func json(below root: BytePath) -> [UInt8] {
    let object = JSONObject()
    object.add("event", "candidate")
    object.add("path", "path_base64", path: root.appending(path))
    object.add("allocated_bytes", allocatedBytes)
    object.add("age_seconds", Int(age.components.seconds))
    object.add("reason", reason.rawValue)
    return object.text
  }
}

extension PreparedClear {
  var json: [UInt8] {
    let object = JSONObject()
    object.add("event", "plan")
    object.add("path", "path_base64", path: target.clearer.root)
    object.add(sums: forecast ?? ClearingReport())
    // What open files will hold on to is known when they have lost their names.
    object.add("held_bytes", orNull: nil)
    object.add("refill_bytes", orNull: plan.refillBytes)
    object.add("shortfall_bytes", plan.shortfallBytes)
    object.add("ignores_access_times", plan.ignoresAccessTimes)
    return object.text
  }
}

extension SkippedEntry {
  func json(below root: BytePath) -> [UInt8] {
    let object = JSONObject()
    object.add("event", "skipped")
    object.add("path", "path_base64", path: root.appending(path))
    object.add("reason", reason.rawValue)
    object.add("message", explanation)
    return object.text
  }
}

extension ClearingReport {
  /// - Parameter plan: what was carried out.
  func json(of plan: ClearingPlan) -> [UInt8] {
    let object = JSONObject()
    object.add("event", "cleared")
    object.add("path", "path_base64", path: plan.root)
    object.add(sums: self)
    object.add("held_bytes", orNull: heldBytes)
    object.add("still_linked_bytes", orNull: stillLinkedBytes)
    object.add("shortfall_bytes", plan.shortfallBytes)
    object.add("complete", isComplete)
    return object.text
  }
}

extension JSONObject {
  fileprivate func add(sums report: ClearingReport) {
    add("files", report.files)
    add("directories", report.directories)
    add("freed_bytes", report.freedBytes)
  }
}
