import FileEvents
import Synchronization
import SystemCalls

@testable import SizeTracking
@testable import SizeTrees

/// A tracker whose thread is the test: it reads what the test delivers, and works when the test says so.
final class ScriptedTracker {
  let machine: FakeMachine
  let tree: TrackedTree
  let facts: TrackerFacts
  let reconciler: Reconciler

  /// A tracker that only scans, to compare with: it leaves no trace on the machine.
  static func fresh(_ machine: FakeMachine, root: BytePath = FakeMachine.root) throws -> ScriptedTracker {
    try ScriptedTracker(machine, root: root, subscription: SilentSubscription())
  }

  /// - Parameter disk: What answers in place of the machine.
  init(
    _ machine: FakeMachine, root: BytePath = FakeMachine.root, disk: (any Disk)? = nil,
    subscription: (any EventSubscription)? = nil
  ) throws {
    self.machine = machine
    let subscription = try subscription ?? machine.subscribe(EventInbox())
    let directory = try machine.open(root)
    let status = try machine.status(of: directory)
    tree = TrackedTree(
      root: root, status: status, disk: disk ?? machine, exclusions: Exclusions(globs: [], device: nil))
    let clock = FakeTime()
    facts = TrackerFacts(root: root, clock: clock.clock, seesEverything: true, scanThreads: 1)
    let watches = WatchPlacer(subscription: subscription)
    try watches.place(on: directory, as: tree.withTree { $0.handle(of: .root) }, in: tree)
    reconciler = Reconciler(tree: tree, watches: watches, facts: facts)
    self.clock = clock
    reconciler.catchUp = { [unowned self] in absorb(takeQueue()) }
    reconciler.start()
    facts.firstScanIsDone()
  }

  let clock: FakeTime

  /// Delivers events in this order and works until nothing is left to do.
  func deliver(_ events: [FakeMachine.QueuedEvent], overflowed: Bool = false) {
    absorb(events, overflowed: overflowed)
    work()
  }

  func absorb(_ events: [FakeMachine.QueuedEvent], overflowed: Bool = false) {
    var batch = EventBatch()
    for event in events {
      batch.append(
        watch: WatchDescriptor(rawValue: event.watch), token: event.token, mask: event.mask, name: event.name)
    }
    batch.overflowed = overflowed
    reconciler.absorb(batch)
  }

  /// Compares everything, or what is not watched, with the machine's disk.
  func patrol(_ beat: Patrol.Beat = .everything) -> AuditReport {
    var patrol = reconciler.patrol(beat)
    finish(&patrol)
    return patrol.report
  }

  private func finish(_ patrol: inout Patrol) {
    repeat {
      reconciler.step(&patrol)
      work()
    } while !patrol.isDone
  }

  func work() {
    while reconciler.hasWork { _ = reconciler.work() }
  }

  /// Has what is due looked at again, and everything where that is due.
  func lookAgain(everything: Bool = false) {
    reconciler.takeDue(clock.clock.now, everything: everything)
    work()
    guard var patrol = reconciler.takeSecondLook() else { return }
    finish(&patrol)
  }

  /// Takes what the machine has queued.
  func takeQueue() -> [FakeMachine.QueuedEvent] {
    machine.state.withLock { state in
      defer {
        state.queue.removeAll()
        state.freshlyLinked.removeAll()
      }
      return state.queue
    }
  }

  /// Delivers what the machine has queued until it queues nothing more.
  func catchUp() {
    while true {
      let events = takeQueue()
      if events.isEmpty { break }
      deliver(events)
    }
  }

  /// The root's answer.
  var usage: DirectoryUsage {
    let totals = tree.withTree { $0.published.totals(of: $0.handle(of: .root)) }
    return totals.map(facts.usage) ?? DirectoryUsage(state: .gone)
  }

  /// Every directory's numbers, by path.
  var numbers: [BytePath: PublishedUsage] {
    tree.withTree { tree in
      var numbers: [BytePath: PublishedUsage] = [:]
      tree.directories(below: .root).forEach { path, _, handle in
        var usage = tree.published.totals(of: handle)
        usage?.reasons = 0
        numbers[path] = usage
      }
      return numbers
    }
  }
}

/// A clock that stands still until it is moved.
final class FakeTime: Sendable {
  private let now = Mutex(MonotonicTime(nanoseconds: 1_000_000_000))

  var clock: TrackerClock {
    TrackerClock(writebackDelay: .seconds(37)) { self.now.withLock { $0 } }
  }

  func advance(by duration: Duration) {
    now.withLock { $0 = $0 + duration }
  }
}

/// Has a watch for everything, and no events.
private final class SilentSubscription: EventSubscription {
  private let lastWatch = Atomic<Int32>(0)

  func watch(
    _ descriptor: Descriptor, as token: WatchToken, for mask: EventMask
  ) throws(WatchError) -> WatchDescriptor {
    WatchDescriptor(rawValue: lastWatch.add(1, ordering: .relaxed).newValue)
  }

  func unwatch(_ watch: WatchDescriptor, as token: WatchToken) {}
  func tokens(of watch: WatchDescriptor) -> [WatchToken] { [] }
  func requestBarrier() -> UInt64 { 0 }
  func cancel() {}
}
