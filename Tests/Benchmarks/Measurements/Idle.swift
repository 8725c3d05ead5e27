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
    let rest = try rest(of: watch.process, at: tree.root) { _ in true }
    try watch.end()
    return show("cachewatch watch --json", tree, rest, isWell: true, report)
  }

  private func measureLibrary(_ tree: BuiltTree, _ report: Report) throws -> Bool {
    let child = try TrackingChild(tree.root, runsTasks: true)
    try child.ask(.settle)
    let rest = try rest(of: child.process, at: tree.root) { $0.hasPrefix("cachewatch-") }
    try child.end()
    // Without tasks that ran, or without threads to look at, the figure says nothing.
    let isTelling = rest.threads > 0 && rest.otherSwitches > 0
    return show("the library's threads in a program with tasks", tree, rest, isWell: isTelling, report)
  }

  /// What the threads of a process did in a time in which they had nothing to do.
  private struct Rest {
    var threads = 0
    /// Times that those threads left a processor that should not have had one.
    var switches = 0
    var otherSwitches = 0
    var isUndisturbed = true
  }

  /// Where other programs keep changing what a watch looks at, it cannot sleep.
  private static let attempts = 5

  private func rest(of process: Subprocess, at root: BytePath, counting isCounted: (String) -> Bool) throws -> Rest {
    var rest = Rest()
    // The word that all is settled comes a moment before the threads that settled it sleep.
    _ = try process.hasOutput(within: .seconds(1))
    for _ in 0..<Self.attempts {
      let surroundings = try Surroundings(of: root)
      let before = try ProcessFigures.contextSwitches(of: process.identifier)
      // The output of both is a pipe, and there is nothing to say.
      guard try !process.hasOutput(within: .seconds(seconds)) else {
        throw Options.Failure("'\(process.command)' is not at rest")
      }
      rest = Rest(isUndisturbed: !surroundings.haveChanged)
      for (thread, after) in try ProcessFigures.contextSwitches(of: process.identifier) {
        let switches = after.count - (before[thread]?.count ?? 0)
        if isCounted(after.name) {
          rest.threads += 1
          rest.switches += switches
        } else {
          rest.otherSwitches += switches
        }
      }
      if rest.isUndisturbed { break }
    }
    return rest
  }

  private func show(_ what: String, _ tree: BuiltTree, _ rest: Rest, isWell: Bool, _ report: Report) -> Bool {
    report.line(
      [
        "on": .text(setting.place.fileSystem), "what": .text(what, width: 45), "directories": .count(tree.directories),
        "seconds": .count(seconds), "threads": .count(rest.threads),
        "context_switches": .judged(Double(rest.switches), atMost: 0, decimals: 0),
        "other_threads": .count(rest.otherSwitches),
        "surroundings": .text(rest.isUndisturbed ? "quiet" : "changed by others"),
      ], isWell: isWell)
  }
}
