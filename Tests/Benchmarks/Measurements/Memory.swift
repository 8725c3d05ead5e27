import SystemCalls
import TestSupport

/// The memory that a tree takes, above that of an empty one; and what comes and goes leaves none behind.
struct Memory: Measurement {
  static let name = "memory"
  static let summary =
    "[--files 200000] [--shape hex,node,ccache,flat] [--repeat 3] [--young] [--rounds 100] [--round-files 10000]"

  private let files: Int
  private let shapes: [TreeShape]
  private let turns: Int
  private let isYoung: Bool
  private let rounds: Int
  private let filesPerRound: Int
  private let setting: Setting

  init(_ options: inout Options, in setting: Setting) throws {
    files = max(1, try options.number("--files") ?? 200_000)
    shapes = try options.list("--shape", of: TreeShape.self) ?? TreeShape.allCases
    turns = max(1, try options.number("--repeat") ?? 3)
    isYoung = options.flag("--young")
    rounds = max(4, try options.number("--rounds") ?? 100)
    filesPerRound = try options.number("--round-files") ?? 10_000
    self.setting = setting
  }

  func run(_ report: Report) throws -> Bool {
    let trees = try shapes.map { try setting.forest.tree($0, files: files) }
    if !isYoung { setting.forest.growOld(report) }
    var isWell = true
    for tree in trees { isWell = try measure(tree, report) && isWell }
    for shape in shapes { isWell = try churn(shape, report) && isWell }
    return isWell
  }

  private func measure(_ tree: BuiltTree, _ report: Report) throws -> Bool {
    let empty = try TemporaryDirectory(in: setting.place.path)
    let files = Double(files)
    var contest = Contest(in: "bytes_per_file", against: setting.peers)
    // With its collector gdu is slower and smaller: the ratio is that to the smaller one.
    for (name, options) in [("gdu -g", ["-n", "-p", "-c", "-g"]), ("gdu", ["-n", "-p", "-c"])] as [(String, [BytePath])]
    {
      contest.add(.gdu, as: name + ", peak") {
        let peak = try PeakMemoryProcess.bytes(of: "gdu", options + [tree.root])
        return (peak - (try PeakMemoryProcess.bytes(of: "gdu", options + [empty.path]))) / files
      }
    }
    contest.add("tracker", atMost: tree.shape == .node ? 42 : 34, ratios: [.gdu: 0.1]) {
      (try Self.trackedBytes(tree.root) - Self.trackedBytes(empty.path)) / files
    }
    try contest.run(turns: turns)
    return contest.show(tree.facts(in: setting.place), in: report)
  }

  private static func trackedBytes(_ root: BytePath) throws -> Double {
    let child = try TrackingChild(root)
    let bytes = try child.number(.memory)
    try child.end()
    return Double(bytes)
  }

  /// Whole trees come and go in a tracked directory.
  private func churn(_ shape: TreeShape, _ report: Report) throws -> Bool {
    try TemporaryDirectory.use(in: setting.place.path) { (root) in
      let child = try TrackingChild(root)
      var kilobytes = Samples()
      for _ in 0..<rounds {
        // All of it is there when the tracker has caught up, and nothing the next time.
        try withExtendedLifetime(BuiltTree(shape, files: filesPerRound, in: root)) { _ = try child.ask(.synchronize) }
        try child.ask(.synchronize)
        kilobytes.add(Double(try child.number(.memory)) / 1024)
      }
      let differences = try child.number(.check)
      try child.end()
      let growth = kilobytes.growth
      return report.line(
        [
          "on": .text(setting.place.fileSystem), "churn": .text(shape.rawValue), "files": .count(filesPerRound),
          "rounds": .count(rounds), "first_kB": .number(kilobytes.first, decimals: 0),
          "median_kB": .number(kilobytes.median, decimals: 0), "last_kB": .number(kilobytes.last, decimals: 0),
          "growth_kB": .judged(
            growth.late - growth.early, atMost: Double(ProcessFigures.memoryVariation / 1024), decimals: 0),
          "differences": .judged(Double(differences), atMost: 0, decimals: 0),
        ])
    }
  }
}
