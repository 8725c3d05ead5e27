internal import ByteCounts
internal import FileEvents
internal import SystemCalls

/// How `doctor` shows what it found.
enum DoctorReport {
  /// For people.
  static func text(_ diagnosis: Diagnosis, _ options: OutputOptions) -> [UInt8] {
    let style = options.lines
    let sizes = SizeStyle(units: options.units ?? .abbreviated(.binary))
    var report = style.line("inotify, for this user")
    let limits = diagnosis.limits
    report += style.item("watches", "\(count(diagnosis.use.watches)) in use of \(count(limits.watches?.value))")
    report += style.item(
      "instances", "\(count(diagnosis.use.instances)) in use of \(count(limits.instances?.value))")
    report += style.item("queue", "\(count(limits.queuedEvents)) events")
    for path in diagnosis.paths {
      report += style.name(path.path) + [style.terminator]
      report += style.item("file system", path.fileSystem.name)
      report += style.item("events", path.selfTest.sentence)
      let left = diagnosis.watchesLeft.map { ", \(count($0)) watches left for one watch" } ?? ""
      report += style.item("directories", count(path.directories) + left)
      report += style.item(
        "free", "\(sizes.text(path.space.freeBytes)) of \(sizes.text(path.space.totalBytes))")
      for (process, probe) in path.watches {
        report += style.item(
          "watched",
          "by process \(process): \(probe.watches) watches, \(probe.overflows) overflows, "
            + "\(probe.audits) audits, drift of \(probe.driftedEntries) entries")
      }
    }
    for problem in diagnosis.problems { report += style.line("problem: " + problem) }
    for advice in diagnosis.advice {
      report += style.line("until the next start:  " + advice.command)
      report += style.line("for good:              " + advice.permanentCommand)
    }
    return report
  }

  /// For programs: an object with the limits, one for each path, and one for each problem and each piece of advice.
  static func json(_ diagnosis: Diagnosis, _ options: OutputOptions) -> [UInt8] {
    let terminator = [options.lines.terminator]
    var report = limits(diagnosis) + terminator
    for path in diagnosis.paths {
      report += json(path, watchesLeft: diagnosis.watchesLeft) + terminator
      for (process, probe) in path.watches { report += json(process, probe) + terminator }
    }
    for problem in diagnosis.problems {
      let object = JSONObject()
      object.add("event", "problem")
      object.add("message", problem)
      report += object.text + terminator
    }
    for advice in diagnosis.advice {
      let object = JSONObject()
      object.add("event", "advice")
      object.add("setting", advice.setting)
      object.add("value", advice.value)
      object.add("message", advice.command)
      report += object.text + terminator
    }
    return report
  }

  private static func limits(_ diagnosis: Diagnosis) -> [UInt8] {
    let object = JSONObject()
    object.add("event", "limits")
    if let watches = diagnosis.limits.watches { object.add("max_user_watches", watches.value) }
    object.add("watches_in_use", diagnosis.use.watches)
    if let instances = diagnosis.limits.instances { object.add("max_user_instances", instances.value) }
    object.add("instances_in_use", diagnosis.use.instances)
    if let events = diagnosis.limits.queuedEvents { object.add("max_queued_events", events) }
    return object.text
  }

  private static func json(_ path: PathDiagnosis, watchesLeft: Int?) -> [UInt8] {
    let object = JSONObject()
    object.add("event", "path")
    object.add("path", "path_base64", path: path.path)
    object.add("filesystem", path.fileSystem.name)
    object.add("reports_events", path.fileSystem.reportsEvents)
    object.add("self_test", path.selfTest.word)
    if case .works = path.selfTest {} else { object.add("message", "events " + path.selfTest.sentence) }
    object.add("directories", path.directories)
    if let watchesLeft { object.add("watches_left", watchesLeft) }
    object.add("free_bytes", path.space.freeBytes)
    object.add("total_bytes", path.space.totalBytes)
    return object.text
  }

  private static func json(_ process: Int32, _ probe: WatchProbe) -> [UInt8] {
    let object = JSONObject()
    object.add("event", "watch")
    object.add("path", "path_base64", path: probe.root)
    object.add("process", Int(process))
    object.add("watches", probe.watches)
    object.add("overflows", probe.overflows)
    object.add("audits", probe.audits)
    object.add("drift_entries", probe.driftedEntries)
    object.add("drift_bytes", probe.driftedBytes)
    return object.text
  }

  private static func count(_ number: Int?) -> String {
    number.map(String.init) ?? "unknown"
  }
}

extension EventSelfTest.Result {
  fileprivate var word: String {
    switch self {
    case .works: "works"
    case .fails: "fails"
    case .untested: "untested"
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .works: "work: a new file was reported"
    case .fails(let reason): "do not work: \(reason)"
    case .untested(let reason): "not tested, because no file can be made here: \(reason)"
    }
  }
}

extension LineStyle {
  fileprivate func line(_ text: String) -> [UInt8] {
    Array(text.utf8) + [terminator]
  }

  /// A name and what there is to say about it, in two columns.
  fileprivate func item(_ name: String, _ text: String) -> [UInt8] {
    line("  " + name + String(repeating: " ", count: 14 - name.count) + text)
  }
}
