import CacheClearing
import Glibc
import SystemCalls
import TestSupport

/// Deleting a tree, with every check, on an ext4 of its own; and how soon the tree is out of sight where it is moved aside.
struct Clear: Measurement {
  static let name = "clear"
  static let summary = "[--files 100000] [--repeat 5]"

  private let files: Int
  private let turns: Int
  private let setting: Setting

  init(_ options: inout Options, in setting: Setting) throws {
    files = max(1, try options.number("--files") ?? 100_000)
    turns = max(1, try options.number("--repeat") ?? 5)
    self.setting = setting
  }

  func run(_ report: Report) throws -> Bool {
    guard TestDisk.isAvailable(.ext4) else {
      report.line(["skipped": .text("clear"), "because": .text("no ext4 can be mounted here")])
      return true
    }
    let disk = try TestDisk(.ext4, megabytes: 2048)
    var isWell = true
    for (shape, budget) in [(TreeShape.hex, 0.85), (.flat, 1.2)] {
      isWell = try measureDeletion(of: shape, atMost: budget, on: disk, report) && isWell
    }
    for shape in [TreeShape.ccache, .flat] {
      isWell = try measureAside(shape, on: disk, report) && isWell
    }
    return isWell
  }

  /// The same tree, made anew and on the disk.
  private func tree(_ shape: TreeShape, on disk: TestDisk) throws -> BuiltTree {
    let tree = try BuiltTree(shape, files: files, in: disk.root)
    try Subprocess.output(of: "sync", ["-f", tree.root])
    return tree
  }

  private func facts(_ tree: BuiltTree?) -> Figures {
    [
      "on": .text("ext4"), "shape": .text(tree?.shape.rawValue ?? ""), "files": .count(files),
      "directories": .count(tree?.directories ?? 0),
    ]
  }

  private func measureDeletion(
    of shape: TreeShape, atMost budget: Double, on disk: TestDisk, _ report: Report
  ) throws -> Bool {
    var last: BuiltTree?
    func turn(_ program: BytePath, _ arguments: [BytePath]) -> () throws -> Double {
      {
        let tree = try tree(shape, on: disk)
        last = tree
        let time = try ContinuousClock().measure { try Subprocess.output(of: program, arguments + [tree.root]) }
        // `rm` takes the directory too.
        mkdir(tree.root.string, 0o755)
        guard try tree.root.names().isEmpty else { throw Options.Failure("'\(program)' left something") }
        return time.milliseconds
      }
    }
    var contest = Contest(in: "ms", against: setting.peers)
    contest.add(.rm, as: "rm -rf", turn("rm", ["-rf"]))
    contest.add(
      "cachewatch clear --all --yes --force", ratios: [.rm: budget],
      turn(BuildProducts.program("cachewatch"), ["clear", "--all", "--yes", "--force"]))
    try contest.run(turns: turns)
    return contest.show(facts(last), in: report)
  }

  /// Until nothing but the directory aside is in the tree's.
  private func measureAside(_ shape: TreeShape, on disk: TestDisk, _ report: Report) throws -> Bool {
    var milliseconds = Samples()
    var last: BuiltTree?
    var entries = 0
    for _ in 0..<turns {
      let tree = try tree(shape, on: disk)
      last = tree
      entries = try tree.root.names().count
      let clearer = try CacheClearer(root: tree.root, allowing: [.notACache, .mountRoot])
      let plan = try clearer.plan([.everything], rules: ClearingRules(aside: true))
      let start = ContinuousClock.now
      let run = try clearer.start(plan)
      while try !tree.root.names().allSatisfy({ $0.starts(with: ".cachewatch-".utf8) }) {}
      milliseconds.add((ContinuousClock.now - start).milliseconds)
      guard run.waitForReport().isComplete else { throw Options.Failure("the clear left something") }
    }
    var figures = facts(last)
    figures += [
      "what": .text("gone from sight, aside"), "top_entries": .count(entries),
      "median_ms": .number(milliseconds.median, atMost: shape == .ccache ? 5 : nil, decimals: 2),
      "range_ms": .range(milliseconds, decimals: 2),
      "us_per_entry": .number(milliseconds.median * 1000 / Double(max(1, entries)), decimals: 2),
    ]
    return report.line(figures)
  }
}
