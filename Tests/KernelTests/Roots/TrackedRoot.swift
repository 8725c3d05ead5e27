import Glibc
import SizeTracking
import SystemCalls
import TestSupport
import Testing

/// A tracker whose root comes and goes. It has the process for itself, so that the process's time is the tracker's.
struct TrackedRoot {
  let top: BytePath
  let tracker: SizeTracker

  /// Tracks `here/root`, which a script makes first.
  init(in top: BytePath, after script: BytePath = RootScene.filling) throws {
    self.top = top
    try Self.shell(script, in: top)
    tracker = try SizeTracker(root: top.appending("here/root"))
    try tracker.settle()
  }

  /// Runs a script beside the root's parent.
  /// - Returns: the kinds of the events that the tracker has posted until all of it was in the tree.
  func after(_ script: BytePath) throws -> [TrackerEvent.Kind] {
    let last = tracker.events(after: 0).last?.sequence ?? 0
    try Self.shell(script, in: top)
    try tracker.settle()
    return tracker.events(after: last).map(\.kind)
  }

  func expectGone() {
    #expect(tracker.usage == DirectoryUsage(state: .gone))
    #expect(tracker.usage(of: "a") == nil)
  }

  func expectExact() throws {
    let comparison = try Comparison(of: tracker)
    #expect(comparison.isExact, "\(comparison.report)")
  }

  /// The tracker's threads use next to no time while nothing happens.
  func expectRest() throws {
    let used = Self.processorTime
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(300)
    var revision = tracker.revision
    while clock.now < end {
      revision = try #require(tracker.waitForChange(after: revision, timeout: end - clock.now))
    }
    #expect(Self.processorTime - used < .milliseconds(50))
  }

  private static func shell(_ script: BytePath, in directory: BytePath) throws {
    try Subprocess.output(of: "sh", ["-euc", script], directory: directory)
  }

  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
