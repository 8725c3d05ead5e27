import SystemCalls
import TestSupport

/// What has settled and has nothing to do does not wake up: no thread of the tool, and none of the library's in a
/// program that runs tasks. Mounts that change meanwhile wake both.
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
    let mounts = try MountChanges()
    let before = try ProcessFigures.contextSwitches(of: watch.process.identifier)
    let hasSpoken = try watch.process.hasOutput(within: .seconds(seconds))
    let after = try ProcessFigures.contextSwitches(of: watch.process.identifier)
    let outcome = Outcome(use: Self.difference(before, after), otherSwitches: 0, haveMountsChanged: mounts.haveHappened)
    try watch.end()
    return show("cachewatch watch --json", outcome, isWell: Set(before.keys) == Set(after.keys) && !hasSpoken, report)
  }

  private func measureLibrary(_ tree: BuiltTree, _ report: Report) throws -> Bool {
    let child = try TrackingChild(tree.root, runsTasks: true)
    try child.ask(.settle)
    let process = child.process.identifier
    let mounts = try MountChanges()
    let before = try ProcessFigures.contextSwitches(of: process)
    _ = try child.process.hasOutput(within: .seconds(seconds))
    let after = try ProcessFigures.contextSwitches(of: process)
    try child.end()
    let ours = { (threads: [Int: ProcessFigures.ThreadSwitches]) in
      threads.filter { $0.value.name.hasPrefix("cachewatch-") }
    }
    let own = Self.difference(ours(before), ours(after))
    let others = Self.difference(before, after).switches - own.switches
    let outcome = Outcome(use: own, otherSwitches: others, haveMountsChanged: mounts.haveHappened)
    // Without tasks that ran, or without threads to look at, the figure says nothing.
    let isTelling = others > 0 && own.threads > 0
    return show("the library's threads in a program with tasks", outcome, isWell: isTelling, report)
  }

  private typealias Use = (threads: Int, switches: Int)

  private struct Outcome {
    /// Of the threads that should sleep.
    let use: Use
    let otherSwitches: Int
    let haveMountsChanged: Bool
  }

  private static func difference(
    _ before: [Int: ProcessFigures.ThreadSwitches], _ after: [Int: ProcessFigures.ThreadSwitches]
  ) -> Use {
    (after.count, after.map { $0.value.count - (before[$0.key]?.count ?? 0) }.reduce(0, +))
  }

  private func show(_ what: String, _ outcome: Outcome, isWell: Bool, _ report: Report) -> Bool {
    report.line(
      [
        "on": .text(setting.place.fileSystem), "what": .text(what, width: 45), "directories": .count(directories),
        "seconds": .count(seconds), "threads": .count(outcome.use.threads),
        "context_switches": .judged(Double(outcome.use.switches), atMost: 0, decimals: 0),
        "other_threads": .count(outcome.otherSwitches), "mounts": .text(outcome.haveMountsChanged ? "changed" : "same"),
      ], isWell: isWell)
  }
}
