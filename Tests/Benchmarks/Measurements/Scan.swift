import Glibc
import SystemCalls
import TestSupport

/// Whole processes: the size of a tree by a walk, and by a watch up to the moment when it answers live.
struct Scan: Measurement {
  static let name = "scan"
  static let summary = "[--files 200000] [--shape hex,node,ccache,flat] [--repeat 7] [--young] [--cold]"

  private let files: Int
  private let shapes: [TreeShape]
  private let turns: Int
  private let isYoung: Bool
  private let isCold: Bool
  private let setting: Setting

  init(_ options: inout Options, in setting: Setting) throws {
    files = try options.number("--files") ?? 200_000
    shapes = try options.list("--shape", of: TreeShape.self) ?? TreeShape.allCases
    turns = max(1, try options.number("--repeat") ?? 7)
    isYoung = options.flag("--young")
    isCold = options.flag("--cold")
    self.setting = setting
  }

  func run(_ report: Report) throws -> Bool {
    let trees = try shapes.map { try setting.forest.tree($0, files: files) }
    if !isYoung { setting.forest.growOld(report) }
    var isWell = true
    for tree in trees { isWell = try measure(tree, isCold: false, report) && isWell }
    guard isCold else { return isWell }
    if let obstacle = PageCache.obstacle(in: setting.place) {
      report.line(["skipped": .text("cold"), "because": .text(obstacle)])
      return isWell
    }
    for tree in trees { isWell = try measure(tree, isCold: true, report) && isWell }
    return isWell
  }

  private func measure(_ tree: BuiltTree, isCold: Bool, _ report: Report) throws -> Bool {
    let empty = try TemporaryDirectory(in: setting.place.path)
    func turn(_ scan: @escaping (BytePath) throws -> Double) -> () throws -> Double {
      {
        if isCold {
          try PageCache.drop()
          // The tree is to come from the disk, but not the program.
          _ = try scan(empty.path)
        }
        return try scan(tree.root)
      }
    }
    var contest = Contest(in: "ms", against: setting.peers)
    contest.add(.du, as: "du -s", turn { try Self.milliseconds("du", ["-s", $0]) })
    contest.add(
      .ncdu, as: "ncdu -0 -x -o", turn { try Self.milliseconds("ncdu", ["-0", "-x", "-o", "/dev/null", $0]) })
    contest.add(.gdu, as: "gdu -n -p -c", turn { try Self.milliseconds("gdu", ["-n", "-p", "-c", $0]) })
    contest.add(
      "cachewatch size --scan", ratios: [.du: isCold ? 0.5 : tree.shape.budgetToDu],
      turn { try Self.milliseconds(BuildProducts.program("cachewatch"), ["size", "--scan", $0]) })
    contest.add(
      "cachewatch watch, until ready", ratios: isCold ? [:] : [.du: 0.75, .gdu: 0.45],
      turn { try Self.millisecondsToReady($0) })
    // The first one to look at a tree that is to be warm would pay for reading it.
    if !isCold { try Subprocess.output(of: BuildProducts.program("cachewatch"), ["size", "--scan", tree.root]) }
    try contest.run(turns: turns)
    var facts = tree.facts(in: setting.place)
    facts += ["cache": .text(isCold ? "cold" : "warm")]
    return contest.show(facts, in: report)
  }

  private static func milliseconds(_ program: BytePath, _ arguments: [BytePath]) throws -> Double {
    try ContinuousClock().measure { try Subprocess.output(of: program, arguments) }.milliseconds
  }

  private static func millisecondsToReady(_ root: BytePath) throws -> Double {
    let start = ContinuousClock.now
    let watch = try WatchProcess(root)
    try watch.waitForEvent("ready")
    let elapsed = ContinuousClock.now - start
    try watch.end()
    return elapsed.milliseconds
  }
}

extension TreeShape {
  /// What a warm scan may take of `du -s`.
  fileprivate var budgetToDu: Double {
    switch self {
    case .hex: 0.55
    case .node, .ccache: 0.5
    case .flat: 0.4
    }
  }
}
