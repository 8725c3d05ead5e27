import SystemCalls
import TestSupport

/// What has settled and has nothing to do does not wake up: no thread of the tool, and none of the library's in a
/// program that runs tasks.
struct Idle: Measurement {
  static let name = "idle"
  static let summary = "[--directories 50000] [--seconds 10]"

  private let directories: Int
  private let seconds: Int
  private let setting: Setting

  init(_ options: inout Options, in setting: Setting) throws {
    directories = max(1, try options.number("--directories") ?? 50_000)
    seconds = try options.number("--seconds") ?? 10
    self.setting = setting
  }

  func run(_ report: Report) throws -> Bool {
    let tree = try BuiltTree(.node, files: directories * 15 / 2, in: setting.place.path)
    // One after the other: together they might need more watches than a user may have.
    let isToolWell = try measureTool(tree, report)
    return try measureLibrary(tree, report) && isToolWell
  }

  private func measureTool(_ tree: BuiltTree, _ report: Report) throws -> Bool {
    let watch = try WatchProcess(tree.root)
    // Files that were just made are looked at again when they have been written back, half a minute later.
    try watch.waitForUsage(state: "live")
    let before = try ProcessFigures.contextSwitches(of: watch.process.identifier)
    let hasSpoken = try watch.process.hasOutput(within: .seconds(seconds))
    let after = try ProcessFigures.contextSwitches(of: watch.process.identifier)
    try watch.end()
    let isAlone = Set(before.keys) == Set(after.keys) && !hasSpoken
    return show("cachewatch watch --json", Self.difference(before, after), others: 0, isWell: isAlone, report)
  }

  private func measureLibrary(_ tree: BuiltTree, _ report: Report) throws -> Bool {
    let child = try TrackingChild(tree.root, runsTasks: true)
    try child.ask(.settle)
    let process = child.process.identifier
    let before = try ProcessFigures.contextSwitches(of: process)
    _ = try child.process.hasOutput(within: .seconds(seconds))
    let after = try ProcessFigures.contextSwitches(of: process)
    try child.end()
    let ours = { (threads: [Int: ProcessFigures.ThreadSwitches]) in
      threads.filter { $0.value.name.hasPrefix("cachewatch-") }
    }
    let all = Self.difference(before, after)
    let own = Self.difference(ours(before), ours(after))
    let others = all.switches - own.switches
    // Without tasks that ran, or without threads to look at, the figure says nothing.
    return show(
      "the library's threads in a program with tasks", own, others: others, isWell: others > 0 && own.threads > 0,
      report)
  }

  private static func difference(
    _ before: [Int: ProcessFigures.ThreadSwitches], _ after: [Int: ProcessFigures.ThreadSwitches]
  ) -> (threads: Int, switches: Int) {
    (after.count, after.map { $0.value.count - (before[$0.key]?.count ?? 0) }.reduce(0, +))
  }

  private func show(
    _ what: String, _ use: (threads: Int, switches: Int), others: Int, isWell: Bool, _ report: Report
  ) -> Bool {
    report.line(
      [
        "on": .text(setting.place.fileSystem), "what": .text(what.padded(to: 45)), "directories": .count(directories),
        "seconds": .count(seconds), "threads": .count(use.threads),
        "context_switches": .judged(Double(use.switches), atMost: 0, decimals: 0), "others": .count(others),
      ], isWell: isWell)
  }
}
