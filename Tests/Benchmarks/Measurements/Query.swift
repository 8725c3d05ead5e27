import SizeTracking
import SystemCalls
import TestSupport

/// What an answer costs: to a program that tracks while another one writes, and to somebody who starts
/// `cachewatch size` beside a running watch.
struct Query: Measurement {
  static let name = "query"
  static let summary = "[--files 200000] [--shape node] [--samples 2000] [--repeat 15]"

  private let files: Int
  private let shapes: [TreeShape]
  private let samples: Int
  private let turns: Int
  private let setting: Setting

  /// So many questions are measured together where one takes less than to read the clock.
  private static let batch = 1000
  /// From this size on the tool has to be a hundred times faster than `du`; below, it depends on the size.
  private static let judgedFiles = 1_000_000

  init(_ options: inout Options, in setting: Setting) throws {
    files = try options.number("--files") ?? 200_000
    shapes = try options.list("--shape", of: TreeShape.self) ?? [.node]
    samples = max(1, try options.number("--samples") ?? 2000)
    turns = max(1, try options.number("--repeat") ?? 15)
    self.setting = setting
  }

  func run(_ report: Report) throws -> Bool {
    var isWell = true
    for shape in shapes {
      let tree = try BuiltTree(shape, files: files, in: setting.place.path)
      isWell = try measureQuestions(tree, report) && isWell
      isWell = try measureTool(tree, report) && isWell
    }
    return isWell
  }

  /// A directory three levels down changes all the time, and with it the root.
  private func measureQuestions(_ tree: BuiltTree, _ report: Report) throws -> Bool {
    let path: BytePath = "query/of/levels"
    let busy = tree.root.appending(path)
    try Subprocess.output(of: "mkdir", ["-p", busy])
    try ChurnProcess.prepare(busy)
    let tracker = try SizeTracker(root: tree.root)
    try tracker.synchronize()
    guard let root = tracker.directory(""), let directory = tracker.directory(path) else {
      throw Options.Failure("the tree is not complete")
    }
    let writer = try ChurnProcess.start(in: busy, as: "w", files: .max, .deleted)
    defer { try? ChurnProcess.stop(writer) }

    var contest = Contest(in: "ns", against: setting.peers)
    contest.add("root by handle", atMost: 15) { try Self.nanoseconds { root.usage } }
    contest.add("directory by handle", atMost: 15) { try Self.nanoseconds { directory.usage } }
    contest.add("path of three levels", atMost: 1000) { try Self.nanoseconds { tracker.usage(of: path) } }
    try contest.run(turns: samples)
    let areMediansWell = contest.show(tree.facts(in: setting.place), in: report)

    let clock = ContinuousClock()
    var single = Samples()
    for _ in 0..<samples * 100 {
      let start = clock.now
      let usage = tracker.usage(of: path)
      single.add((clock.now - start).seconds * 1e9)
      guard usage != nil else { throw Options.Failure("the directory is gone") }
    }
    var figures = tree.facts(in: setting.place)
    figures += [
      "what": .text("path of three levels, one by one with the clock"), "questions": .count(single.count),
      "median_ns": .number(single.median, decimals: 0),
      "p99.9_ns": .judged(single.quantile(0.999), atMost: 50_000, decimals: 0),
      "longest_ns": .number(single.quantile(1), decimals: 0),
    ]
    return report.line(figures) && areMediansWell
  }

  private static func nanoseconds(_ question: () -> DirectoryUsage?) throws -> Double {
    var files = 0
    let time = ContinuousClock().measure {
      for _ in 0..<batch { files += question()?.files ?? -1 }
    }
    // The answers have to be used: nothing else keeps the compiler from leaving the questions out.
    guard files >= 0 else { throw Options.Failure("the directory is gone") }
    return time.seconds * 1e9 / Double(batch)
  }

  private func measureTool(_ tree: BuiltTree, _ report: Report) throws -> Bool {
    let watch = try WatchProcess(tree.root)
    try watch.waitForEvent("ready")
    let clock = ContinuousClock()
    var contest = Contest(in: "ms", decimals: 2, against: setting.peers)
    contest.add(.du, as: "du -s") {
      try clock.measure { try Subprocess.output(of: "du", ["-s", tree.root]) }.milliseconds
    }
    contest.add("cachewatch size", ratios: files >= Self.judgedFiles ? [.du: 0.01] : [:]) {
      var answer: [UInt8] = []
      let time = try clock.measure { answer = try watch.answer(["--json"]) }
      guard String(decoding: answer, as: UTF8.self).contains("\"source\":\"live\"") else {
        throw Options.Failure("the watch did not answer")
      }
      return time.milliseconds
    }
    try contest.run(turns: turns)
    try watch.end()
    return contest.show(tree.facts(in: setting.place), in: report)
  }
}
