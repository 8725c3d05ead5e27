import SystemCalls
import TestSupport

/// The processor time that a process uses to take in storms of two writers in 64 directories; afterwards every
/// directory has the numbers of the disk.
struct Events: Measurement {
  static let name = "events"
  static let summary = "[--events 240000] [--pattern kept,deleted,replaced] [--storms 10]"

  private let events: Int
  private let patterns: [ChurnProcess.Pattern]
  private let storms: Int
  private let setting: Setting

  init(_ options: inout Options, in setting: Setting) throws {
    events = try options.number("--events") ?? 240_000
    patterns = try options.list("--pattern", of: ChurnProcess.Pattern.self) ?? ChurnProcess.Pattern.allCases
    storms = max(1, try options.number("--storms") ?? 10)
    self.setting = setting
  }

  func run(_ report: Report) throws -> Bool {
    var isWell = true
    for pattern in patterns { isWell = try measure(pattern, report) && isWell }
    return isWell
  }

  private func measure(_ pattern: ChurnProcess.Pattern, _ report: Report) throws -> Bool {
    var contest = Contest(in: "us_per_file", decimals: 2, against: setting.peers)
    contest.add(.inotifywait, as: "inotifywait -m -r") { try storm(pattern, InotifywaitConsumer.self) { _ in } }
    contest.add(.watchman, as: "watchman") { try storm(pattern, WatchmanConsumer.self) { _ in } }
    var overflows = 0
    var differences = 0
    contest.add("tracker", ratios: [.inotifywait: pattern.budgetToInotifywait, .watchman: 0.35]) {
      try storm(pattern, TrackingConsumer.self) { (tracker) in
        overflows += try tracker.overflows()
        differences += try tracker.differences()
      }
    }
    try contest.run(turns: storms)
    let facts: Figures = ["on": .text(setting.place.fileSystem), "pattern": .text(pattern.rawValue, width: 8)]
    let isWell = contest.show(facts, in: report)
    var sums = facts
    sums += [
      "storms": .count(storms), "events_each": .count(filesEach(pattern) * 2 * pattern.eventsPerFile),
      "overflows": .judged(Double(overflows), atMost: 0, decimals: 0),
      "differences": .judged(Double(differences), atMost: 0, decimals: 0),
    ]
    return report.line(sums) && isWell
  }

  private func filesEach(_ pattern: ChurnProcess.Pattern) -> Int { max(1, events / pattern.eventsPerFile / 2) }

  /// One storm for one consumer.
  /// - Returns: the processor time for each file, in microseconds.
  private func storm<Consumer: EventConsumer>(
    _ pattern: ChurnProcess.Pattern, _ type: Consumer.Type, afterwards: (Consumer) throws -> Void
  ) throws -> Double {
    try TemporaryDirectory.use(in: setting.place.path) { (root) in
      try ChurnProcess.prepare(root)
      let consumer = try type.init(root)
      let before = try consumer.processorSeconds
      let files = filesEach(pattern)
      let writers = try (0..<2).map { try ChurnProcess.start(in: root, as: "w\($0)", files: files, pattern) }
      for writer in writers { try ChurnProcess.finish(writer) }
      try consumer.catchUp()
      let used = try consumer.processorSeconds - before
      try afterwards(consumer)
      try consumer.end()
      return used * 1e6 / Double(2 * files)
    }
  }
}

extension ChurnProcess.Pattern {
  /// What the tracker may use of inotifywait's processor time.
  fileprivate var budgetToInotifywait: Double {
    switch self {
    case .kept: 1.3
    case .deleted: 0.4
    case .replaced: 0.75
    }
  }
}
