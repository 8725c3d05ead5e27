package import SizeTracking
package import SystemCalls

/// A storm over a tree of its own, with a tracker that has to end with the numbers of the disk.
package struct DifferentialRound: Sendable {
  /// When the tracker starts.
  package enum Start: String, CaseIterable, Sendable {
    case beforeTheStorm
    /// The first scan runs while half of the changes are still to come.
    case amidTheStorm
    /// A tree with everything in it that a storm leaves is scanned, and another storm follows.
    case overWhatIsThere

    /// The start that belongs to a seed, so that a seed alone repeats a round.
    package init(seed: UInt64) {
      let all = Self.allCases
      self = all[Int(seed % UInt64(all.count))]
    }
  }

  /// How a round went.
  package struct Outcome: Sendable {
    package let comparison: Comparison
    package let tally: WorkloadTally
    package let statistics: TrackerStatistics
    /// What repeats the round.
    package let name: String
  }

  package var disk: BytePath
  package var seed: UInt64
  package var operations = 2000
  package var processes = 3
  package var extras: Set<WorkloadExtra> = [.held]
  package var start: Start

  package init(on disk: BytePath, seed: UInt64, start: Start? = nil) {
    self.disk = disk
    self.seed = seed
    self.start = start ?? Start(seed: seed)
  }

  /// Runs the round. Blocks for some seconds.
  package func run() throws -> Outcome {
    let place = try TemporaryDirectory(in: disk)
    let tree = place.path("tree")
    let side = place.path("side")
    try Subprocess.output(of: "mkdir", [tree, side])
    var storm = Storm(
      tree: tree, side: side, seed: seed, operations: operations, processes: processes, extras: extras)

    let tracker: SizeTracker
    var tally = WorkloadTally()
    switch start {
    case .beforeTheStorm:
      tracker = try SizeTracker(root: tree)
      try tracker.synchronize()
      tally = try storm.run()
    case .amidTheStorm:
      let running = try storm.start()
      try running.waitUntilHalfway()
      tracker = try SizeTracker(root: tree)
      tally = try running.finish()
    case .overWhatIsThere:
      storm.operations = operations / 2
      tally = try storm.run()
      tracker = try SizeTracker(root: tree)
      storm.seed = ~seed
      tally = tally + (try storm.run())
    }
    try tracker.settle()
    return Outcome(
      comparison: try Comparison(of: tracker), tally: tally, statistics: tracker.statistics,
      name: "seed \(seed), \(start.rawValue)")
  }
}

extension Comparison {
  /// Compares every directory of a tracker, which has settled and at whose tree nobody works, with the disk.
  package init(of tracker: SizeTracker) throws {
    let found = TrackedCounts(of: tracker)
    self.init(
      expected: try DiskOracle.count(below: tracker.root), found: found.counts, complaints: found.complaints)
  }
}
