package import SizeTracking

/// A storm over a tree on a file system of its own, with a tracker that has to end with the numbers of the disk.
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
    /// What an audit had to put right.
    package let audit: AuditedRound?
    package let tally: WorkloadTally
    package let statistics: TrackerStatistics
    /// What repeats the round.
    package let name: String

    package var isExact: Bool { comparison.isExact && audit?.comparison.isExact ?? true }
  }

  package var kind: TestDisk.Kind
  package var seed: UInt64
  package var operations = 2000
  package var processes = 3
  package var extras = Set(WorkloadExtra.allCases)
  package var start: Start

  package init(on kind: TestDisk.Kind, seed: UInt64, start: Start? = nil) {
    self.kind = kind
    self.seed = seed
    self.start = start ?? Start(seed: seed)
  }

  /// Runs the round. Blocks for some seconds.
  package func run() throws -> Outcome {
    try TestDisk.use(kind, lowerSeed: seed) { (root) in
      let storm = try Storm(
        in: root, seed: seed, operations: operations, processes: processes, extras: extras)
      return try run(storm)
    }
  }

  private func run(_ storm: Storm) throws -> Outcome {
    let tracker: SizeTracker
    var tally = WorkloadTally()
    switch start {
    case .beforeTheStorm:
      tracker = try SizeTracker(root: storm.tree)
      try tracker.synchronize()
      tally = try storm.run()
    case .amidTheStorm:
      let running = try storm.start()
      try running.waitUntilHalfway()
      tracker = try SizeTracker(root: storm.tree)
      tally = try running.finish()
    case .overWhatIsThere:
      var first = storm
      first.operations = operations / 2
      var second = first
      second.seed = ~seed
      tally = try first.run()
      tracker = try SizeTracker(root: storm.tree)
      tally = tally + (try second.run())
    }
    try tracker.settle()
    let state = try Comparison.settledState(of: tracker)
    let audit =
      AuditedRound.isNeeded(on: kind, extras: extras)
      ? try AuditedRound(tracker, on: kind) : nil
    return Outcome(
      comparison: try Comparison(of: tracker, expecting: state), audit: audit, tally: tally,
      statistics: tracker.statistics, name: "seed \(seed), \(start.rawValue)")
  }
}
