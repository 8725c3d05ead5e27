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

  /// - Parameter disk: What answers in place of the machine.
  init(_ machine: FakeMachine, root: BytePath = FakeMachine.root, disk: (any Disk)? = nil) throws {
    self.machine = machine
    let subscription = try machine.subscribe(EventInbox())
    let status = try machine.status(of: machine.open(root))
    tree = TrackedTree(
      root: root, status: status, disk: disk ?? machine, exclusions: Exclusions(globs: [], device: nil))
    let clock = FakeTime()
    facts = TrackerFacts(root: root, clock: clock.clock, seesEverything: true, scanThreads: 1)
    reconciler = Reconciler(tree: tree, watches: WatchPlacer(subscription: subscription), facts: facts)
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

  private func absorb(_ events: [FakeMachine.QueuedEvent], overflowed: Bool = false) {
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
    repeat {
      reconciler.step(&patrol)
      work()
    } while !patrol.isDone
    return patrol.report
  }

  func work() {
    while reconciler.hasWork { _ = reconciler.work() }
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
