import FileEvents
import SizeTracking
import SystemCalls
import TestSupport
import Testing

/// Where a row of the table happens: a directory that a tracker follows, and one beside it that nobody watches.
struct TrackedPlace {
  let kind: TestDisk.Kind
  let tree: WorkDirectory
  /// On the same file system.
  let outside: WorkDirectory
  let tracker: SizeTracker
  let clock: ManualClock

  /// Starts the tracker, and waits for its first scan.
  init(on kind: TestDisk.Kind, tracking tree: WorkDirectory, at path: BytePath, beside outside: WorkDirectory) throws {
    self.kind = kind
    self.tree = tree
    self.outside = outside
    clock = ManualClock()
    tracker = try SizeTracker(root: path, source: EventHub.shared, disk: KernelDisk(), clock: clock.trackerClock)
    try tracker.synchronize()
  }
}

/// Tracks a fresh directory on a file system of some kind for as long as a row takes.
///
/// - Parameters:
///   - prepare: Fills both directories before the tracker starts.
func onTracked(
  _ kind: TestDisk.Kind,
  preparing prepare: @escaping @Sendable (_ tree: WorkDirectory, _ outside: WorkDirectory) throws -> Void = { _, _ in },
  _ body: @escaping @Sendable (TrackedPlace) throws -> Void
) async throws {
  try await onOwnThread {
    try TemporaryDirectory.use(in: SharedDisk.ofKind(kind).root) { (path) in
      let top = try WorkDirectory(path)
      let (tree, outside) = (try top.makeDirectory("tree"), try top.makeDirectory("outside"))
      try prepare(tree, outside)
      try body(TrackedPlace(on: kind, tracking: tree, at: path.appending("tree"), beside: outside))
    }
  }
}

// MARK: What the disk does and says

extension TrackedPlace {
  /// What the kernel does half a minute after the last write.
  func writeBack() throws { try SharedDisk.ofKind(kind).writeBack() }

  /// What the kernel does on XFS some minutes after the last write.
  func giveBackPreallocation() throws {
    try Subprocess.output(of: "xfs_spaceman", ["-c", "prealloc -s", tracker.root])
  }

  /// Every directory's numbers on the disk now.
  func onDisk() throws -> [BytePath: DiskCount] { try IndependentWalk(root: tracker.root).counts }

  /// A step after which the disk has other numbers: without that, an exact tracker would show nothing.
  @discardableResult
  func changing<Result>(
    _ step: () throws -> Result, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Result {
    let before = try onDisk()
    let result = try step()
    #expect(try onDisk() != before, "on \(kind.rawValue) the step changed nothing", sourceLocation: sourceLocation)
    return result
  }

  /// A step after which the disk has the numbers that it had before.
  @discardableResult
  func keeping<Result>(
    _ step: () throws -> Result, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Result {
    let before = try onDisk()
    let result = try step()
    #expect(try onDisk() == before, "on \(kind.rawValue) the step changed numbers", sourceLocation: sourceLocation)
    return result
  }
}

// MARK: What the tracker says

extension TrackedPlace {
  /// Events alone have made every directory equal its own `du`.
  func expectExact(_ moment: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try tracker.synchronize()
    try compare(moment, expecting: kind == .fuse ? .degraded : .settling, sourceLocation)
  }

  /// After writeback, too, every directory equals its own `du`.
  ///
  /// Whatever was closed is compared only so: the event comes before the file system's own work at the close.
  func expectSettled(_ moment: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try tracker.settle()
    try compare(moment, expecting: kind.settledState, sourceLocation)
  }

  private func compare(_ moment: String, expecting state: UsageState, _ sourceLocation: SourceLocation) throws {
    let comparison = try Comparison(of: tracker, expecting: state)
    // The values in an expectation would hide the report.
    if !comparison.isExact {
      Issue.record("on \(kind.rawValue), \(moment): \(comparison.report)", sourceLocation: sourceLocation)
    }
  }

  /// Empties the settle list, with what XFS has looked at minutes later: what is right afterwards is so because of an
  /// event.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try tracker.settle()
    try wake {
      clock.advance(by: .seconds(700))
      return tracker.statistics.settling == 0
    }
    #expect(tracker.statistics.settling == 0, "on \(kind.rawValue)", sourceLocation: sourceLocation)
  }

  /// Lets time pass, and the tracker find that something else is allocated.
  func pass(_ duration: Duration) throws {
    let before = tracker.usage.allocatedBytes
    clock.advance(by: duration)
    try wake { tracker.usage.allocatedBytes != before }
  }

  /// A barrier wakes a tracker that rests, which then looks at the time; it passes without that where the tracker is
  /// awake still.
  private func wake(until isDone: () -> Bool) throws {
    for _ in 0..<1000 {
      if isDone() { return }
      try tracker.synchronize()
    }
  }
}

extension TestDisk.Kind {
  /// The best that a tracker can say on such a file system after writeback.
  var settledState: UsageState {
    switch self {
    case .xfs: .settling
    case .fuse: .degraded
    default: .live
    }
  }
}
