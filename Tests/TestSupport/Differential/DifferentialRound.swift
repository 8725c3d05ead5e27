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
    try TemporaryDirectory.use(in: disk) { (place) in
      let storm = try Storm(
        in: place, seed: seed, operations: operations, processes: processes, extras: extras)
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
    return Outcome(
      comparison: try Comparison(of: tracker, expecting: expectedState()), tally: tally, statistics: tracker.statistics,
      name: "seed \(seed), \(start.rawValue)")
  }
}

extension DifferentialRound {
  /// Where space is given back minutes later, a settled tracker is still `settling`, and says so.
  private func expectedState() throws(Errno) -> UsageState {
    let directory = try Descriptor.open(disk.bytes, .directory)
    defer { directory.close() }
    return try FileSystemKind(of: directory).trimsMinutesLater ? .settling : .live
  }
}

extension Comparison {
  /// Compares every directory of a tracker, which has settled and at whose tree nobody works, with the disk.
  package init(of tracker: SizeTracker, expecting state: UsageState = .live) throws {
    var found = TrackedCounts(of: tracker, expecting: state)
    // Others may mount something at any time, elsewhere: a barrier has the tracker look at that.
    for _ in 0..<5 where found.sawMountChange {
      try tracker.synchronize()
      found = TrackedCounts(of: tracker, expecting: state)
    }
    self.init(
      expected: try DiskOracle.count(below: tracker.root), found: found.counts, complaints: found.complaints)
  }
}
