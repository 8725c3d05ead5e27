package import SizeTracking
internal import SystemCalls

extension Comparison {
  /// Compares every directory of a tracker, which has settled and at whose tree nobody works, with the disk.
  package init(of tracker: SizeTracker, expecting state: UsageState = .live) throws {
    let found = try TrackedCounts.atRest(tracker, expecting: state)
    self.init(
      expected: try DiskOracle.count(below: tracker.root), found: found.counts, complaints: found.complaints)
  }

  /// The state of a tracker that has settled: where space is given back minutes later it is still `settling`.
  package static func settledState(of tracker: SizeTracker) throws -> UsageState {
    let directory = try Descriptor.open(tracker.root.bytes, .directory)
    defer { directory.close() }
    return try FileSystemKind(of: directory).trimsMinutesLater ? .settling : .live
  }
}
