import SizeTracking
import SystemCalls
import TestSupport

/// A tracker under churn for a long time: the numbers stay exact, and nothing grows.
struct Soak: Proof {
  static let name = "soak"
  static let summary = "[--minutes 30] [--operations 6000] [--files 3000] [--seed N] [--in DIRECTORY]"

  private let minutes: Int
  private let operations: Int
  private let files: Int
  private let seed: UInt64
  private let place: Place

  init(_ options: inout Options) throws {
    minutes = try options.number("--minutes") ?? 30
    operations = try options.number("--operations") ?? 6000
    files = try options.number("--files") ?? 3000
    seed = try options.number("--seed").map(UInt64.init) ?? UInt64.random(in: 0..<1_000_000_000)
    place = try Place(&options)
  }

  func run(_ report: Report) throws -> Bool {
    let template = try BuiltTree(.node, files: files, in: place.path)
    report.note("seed \(seed)")
    return try TemporaryDirectory.use(in: place.path) { (directory) in
      try run(report, SoakCycle(in: directory, template: template.root, seed: seed, operations: operations))
    }
  }

  private func run(_ report: Report, _ first: SoakCycle) throws -> Bool {
    var cycle = first
    let tracker = try SizeTracker(root: cycle.root, options: TrackerOptions(trimsHeap: true))
    try tracker.synchronize()
    var record = SoakRecord()
    var isExact = true
    let clock = ContinuousClock()
    let start = clock.now
    var nextLine = start
    while true {
      try cycle.churn()
      let isLast = clock.now - start >= .seconds(60 * minutes)
      if isLast { isExact = try check(tracker, "at the end", report) && isExact }
      let watches = try ProcessUse.now().watches
      try cycle.removeEverything()
      isExact = try check(tracker, "after the removal in cycle \(record.uses.count + 1)", report) && isExact
      record.add(try ProcessUse.now())
      if clock.now >= nextLine || isLast {
        show(record, tracker, watchesBefore: watches, after: clock.now - start, report)
        nextLine = nextLine.advanced(by: .seconds(60))
      }
      if isLast { break }
      cycle.storm.seed += 1
    }
    let growth = record.growth
    report.note(
      growth.isEmpty ? "memory, descriptors, watches and threads stayed flat" : growth.joined(separator: "; "))
    return isExact && growth.isEmpty
  }

  /// Every directory beside its own `du`.
  private func check(_ tracker: SizeTracker, _ when: String, _ report: Report) throws -> Bool {
    try tracker.settle()
    let comparison = try Comparison(of: tracker, expecting: Comparison.settledState(of: tracker))
    if !comparison.isExact { report.note("\(when): \(comparison.report)") }
    return comparison.isExact
  }

  private func show(
    _ record: SoakRecord, _ tracker: SizeTracker, watchesBefore: Int, after time: Duration, _ report: Report
  ) {
    guard let use = record.uses.last else { return }
    let statistics = tracker.statistics
    report.line([
      "on": .text(place.fileSystem), "minute": .number(time.seconds / 60, decimals: 1),
      "cycles": .count(record.uses.count), "resident_kB": .count(use.residentBytes / 1024),
      "descriptors": .count(use.descriptors), "watches": .count(use.watches),
      "watches_before_removal": .count(watchesBefore), "threads": .count(use.threads),
      "events": .count(Int(statistics.events)), "overflows": .count(statistics.overflows),
      "rescans": .count(statistics.rescans),
    ])
  }
}
