import SystemCalls
import TestSupport

/// A watcher that has settled and has nothing to do does not wake up.
struct Idle: Benchmark {
  static let name = "idle"
  static let summary = "[--files 20000] [--seconds 15] [--in DIRECTORY]"

  private let files: Int
  private let seconds: Int
  private let place: (path: BytePath, fileSystem: String)

  init(_ options: inout Options) throws {
    files = try options.number("--files") ?? 20_000
    seconds = try options.number("--seconds") ?? 15
    place = try BuiltTree.place(&options)
  }

  func run(_ report: Report) throws -> Bool {
    let tree = try BuiltTree(.node, files: files, in: place.path)
    let watch = try WatchProcess(tree.root)
    // Files that were just made are looked at again when they have been written back, half a minute later.
    try watch.waitForUsage(state: "live")
    let before = try ProcessFigures.contextSwitches(of: watch.process.identifier)
    let hasSpoken = try watch.process.hasOutput(within: .seconds(seconds))
    let after = try ProcessFigures.contextSwitches(of: watch.process.identifier)

    let switches = after.map { $0.value - before[$0.key, default: 0] }.reduce(0, +)
    let isWell = switches == 0 && !hasSpoken && Set(before.keys) == Set(after.keys)
    report.line(
      [
        "on": .text(place.fileSystem), "files": .count(files), "seconds": .count(seconds),
        "threads": .count(after.count),
        "context_switches": .count(switches),
      ], isWell: isWell)
    return isWell
  }
}
