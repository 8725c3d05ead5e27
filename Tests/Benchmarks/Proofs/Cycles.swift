import Glibc
import SizeTracking
import SystemCalls
import TestSupport

/// Trackers that come and go leave nothing behind but what the first one started for the life of the process: the
/// inotify descriptor, its sentinels and the thread that reads.
struct Cycles: Proof {
  static let name = "cycles"
  static let summary = "[--count 10000] [--files 200] [--in DIRECTORY]"

  private let count: Int
  private let files: Int
  private let place: Place

  /// Memory grows while the allocator finds its size; afterwards a cycle may not cost a byte for good.
  private static let warmUp = 200
  private static let allowedGrowth = 1 << 20

  init(_ options: inout Options) throws {
    count = try options.number("--count") ?? 10_000
    files = try options.number("--files") ?? 200
    place = try Place(&options)
  }

  func run(_ report: Report) throws -> Bool {
    let tree = try BuiltTree(.node, files: files, in: place.path)
    for _ in 0..<Self.warmUp { try Self.cycle(tree.root) }
    let before = try Self.useAtRest(threads: 0)
    let clock = ContinuousClock()
    let time = try clock.measure { for _ in 0..<count { try Self.cycle(tree.root) } }
    let after = try Self.useAtRest(threads: before.threads)

    let isWell =
      after.descriptors == before.descriptors && after.watches == before.watches && after.threads == before.threads
      && after.residentBytes - before.residentBytes <= Self.allowedGrowth
    for (when, use) in [("before", before), ("after", after)] {
      report.line(
        [
          "on": .text(place.fileSystem), "when": .text(when), "cycles": .count(when == "after" ? count : Self.warmUp),
          "descriptors": .count(use.descriptors), "watches": .count(use.watches), "threads": .count(use.threads),
          "resident_kB": .count(use.residentBytes / 1024),
          "us_per_cycle": .number(when == "after" ? time.seconds * 1e6 / Double(max(1, count)) : 0, decimals: 0),
        ], isWell: isWell)
    }
    return isWell
  }

  private static func cycle(_ root: BytePath) throws {
    var tracker: SizeTracker? = try SizeTracker(root: root)
    try tracker?.synchronize()
    let ending = tracker?.ending
    tracker = nil
    ending?.wait()
  }

  /// Threads say that they are done a little before they are.
  private static func useAtRest(threads: Int) throws -> ProcessUse {
    let deadline = ContinuousClock.now + .seconds(5)
    while try OwnProcess.threadNames().count > max(2, threads), ContinuousClock.now < deadline { usleep(1000) }
    return try ProcessUse.now()
  }
}
