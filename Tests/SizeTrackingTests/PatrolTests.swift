import FileEvents
import Synchronization
import SystemCalls
import TestSupport
import Testing

@testable import SizeTracking
@testable import SizeTrees

@Suite("Audit and polling")
struct PatrolTests {
  let machine = FakeMachine()

  @Test("an audit finds what no event told, counts it once, and repairs it")
  func silentChanges() throws {
    machine.makeDirectory("/d")
    for name in ["a", "b", "c"] { machine.write(BytePath("/d/\(name)"), blocks: 8) }
    let tracker = try ScriptedTracker(machine)
    machine.changeSilently("/d/a", blocks: 108)
    machine.changeSilently("/d/b", blocks: 3)
    let report = tracker.patrol()
    #expect(report.directories == 2)
    #expect(report.entries == 2)
    #expect(report.bytes == 512 * 95)
    try expectFreshScan(tracker)
    #expect(tracker.patrol().isClean)
  }

  @Test("what has an event is no drift, whether the event comes before or while the directory is compared")
  func eventsAreNoDrift() throws {
    machine.makeDirectory("/d")
    machine.write("/d/f", blocks: 8)
    let tracker = try ScriptedTracker(machine)
    machine.write("/d/f", blocks: 16)
    machine.write("/d/new", blocks: 16)
    #expect(tracker.patrol().isClean)
    try expectFreshScan(tracker)

    // Each call in turn is the one before which the change happens.
    for position in 1... {
      let machine = FakeMachine()
      machine.makeDirectory("/d")
      machine.write("/d/f", blocks: 8)
      let disk = InterruptedDisk(machine, before: position) { machine.write("/d/f", blocks: 16) }
      let tracker = try ScriptedTracker(machine, disk: disk)
      #expect(tracker.patrol().isClean, "at call \(position)")
      tracker.catchUp()
      try expectFreshScan(tracker)
      guard disk.wasInterrupted else { return }
    }
  }

  @Test("a whole tree that came and went in silence is repaired")
  func silentTree() throws {
    let seed = Seed.announced(for: "silent trees")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 { machine.doSomething(&generator) }
    let tracker = try ScriptedTracker(machine)
    for _ in 0..<100 {
      machine.doSomething(&generator)
      // The events are lost without an overflow: nothing can be worse.
      _ = tracker.takeQueue()
    }
    _ = tracker.patrol()
    // What a directory showed below a name that it has no more is compared in the next pass.
    _ = tracker.patrol()
    try expectFreshScan(tracker)
  }

  @Test("directories without a watch are polled, and watched when watches are there again")
  func pollingAndRecovery() throws {
    for number in 0..<10 { machine.makeDirectory(BytePath("/d\(number)")) }
    machine.state.withLock { $0.watchLimit = 4 }
    let tracker = try ScriptedTracker(machine)
    #expect(tracker.usage.reasons == [.watchLimit])
    for number in 0..<10 { machine.write(BytePath("/d\(number)/f"), blocks: 8) }
    tracker.catchUp()
    #expect(tracker.usage.files < 10)
    let report = tracker.patrol(.unwatched)
    #expect(report.directories == 7)
    #expect(report.isClean, "that an unwatched directory changes is no drift")
    #expect(tracker.usage.files == 10)
    #expect(tracker.usage.reasons.contains(.watchLimit))
    machine.state.withLock { $0.watchLimit = 11 }
    _ = tracker.patrol(.unwatched)
    #expect(!tracker.usage.reasons.contains(.watchLimit))
    #expect(machine.watchCount == 11)
    try expectFreshScan(tracker)
  }

  @Test("a shortage that a directory's new watch meets is said, with what helps")
  func shortageAtAnyWatch() throws {
    machine.makeDirectory("/d")
    let tracker = try ScriptedTracker(machine)
    let id = try #require(tracker.tree.withTree { $0.directory(at: "d") })
    let watch = try #require(tracker.tree.withTree { $0.watch(of: id) })
    // Its watch dies, as at an unmount, and another program takes what is free.
    machine.state.withLock { state in
      state.watches[watch] = nil
      state.watchLimit = state.watches.count
    }
    tracker.deliver([
      FakeMachine.QueuedEvent(
        watch: watch, token: WatchToken(rawValue: id.rawValue), mask: .ignored, name: [])
    ])
    #expect(tracker.usage.reasons == [.watchLimit])
    let event = try #require(tracker.facts.signals.events(after: 0).last)
    #expect(event.kind == .degraded(.watchLimit))
    #expect(event.message?.contains("fs.inotify.max_user_watches") == true)
  }

  @Test("mounts that could not be read are asked for again by the poll, and the state says so until then")
  func unreadableMounts() throws {
    machine.failMounts(with: .noMemory)
    let tracker = try ScriptedTracker(machine)
    #expect(tracker.usage.reasons == [.mountChanged])
    #expect(tracker.reconciler.needsPolling)
    _ = tracker.patrol(.unwatched)
    #expect(tracker.usage.state == .live)
    #expect(!tracker.reconciler.needsPolling)
  }
}

@Suite("When a patrol is due")
struct PatrolScheduleTests {
  private final class Steps {
    var now = MonotonicTime(nanoseconds: 0)

    func step(_ schedule: PatrolSchedule, taking duration: Duration) -> AuditReport? {
      schedule.step({ self.now }) { patrol in
        _ = patrol.takeNext()
        self.now = self.now + duration
      }
    }
  }

  private func patrol(_ count: Int) -> Patrol {
    Patrol(.everything, of: Array(repeating: DirectoryHandle(id: .root, generation: 0), count: count))
  }

  @Test("between two steps it rests so long that its share is its budget")
  func budget() {
    let steps = Steps()
    let schedule = PatrolSchedule(.everything, every: .seconds(3600), budgetPercent: 5)
    schedule.plan(from: steps.now)
    #expect(schedule.due == MonotonicTime(nanoseconds: 0) + .seconds(3600))
    schedule.begin(patrol(2), at: steps.now)
    #expect(steps.step(schedule, taking: .milliseconds(10)) == nil)
    #expect(schedule.due == steps.now + .milliseconds(190))
    #expect(steps.step(schedule, taking: .milliseconds(10)) != nil)
    #expect(schedule.due == steps.now + .seconds(3600))
    #expect(schedule.patrol == nil)
  }

  @Test("a step that takes longer than the pause allows puts the next pass off")
  func longStep() {
    let steps = Steps()
    let schedule = PatrolSchedule(.unwatched, every: .seconds(10), budgetPercent: 10)
    schedule.begin(patrol(1), at: steps.now)
    _ = steps.step(schedule, taking: .seconds(5))
    #expect(schedule.due == steps.now + .seconds(45))
  }

  @Test("without an interval there is none")
  func off() {
    let schedule = PatrolSchedule(.everything, every: nil, budgetPercent: 5)
    schedule.plan(from: MonotonicTime(nanoseconds: 0))
    #expect(schedule.due == nil)
  }
}

extension FakeMachine {
  /// A change of which the kernel says nothing.
  fileprivate func changeSilently(_ path: BytePath, blocks: UInt64) {
    state.withLock { state in
      guard let number = try? state.find(path.components) else { return }
      state.inodes[number]?.blocks = blocks
    }
  }
}

@Suite("Writes in very many directories")
struct SettlingEverywhereTests {
  private let machine = FakeMachine()

  /// A tracker of so many directories, with a file written in some of them, that notes five by themselves.
  private func tracker(directories: Int, written: Int) throws -> ScriptedTracker {
    for number in 0..<directories { machine.makeDirectory(BytePath("/d\(number)")) }
    let tracker = try ScriptedTracker(machine)
    tracker.reconciler.settleList = SettleList(directoriesBeforeEverywhere: 5)
    for number in 0..<written { machine.write(BytePath("/d\(number)/f"), blocks: 8) }
    tracker.catchUp()
    return tracker
  }

  /// The pass over everything, at the time when it is due.
  private func secondLook(_ tracker: ScriptedTracker) throws -> Patrol {
    tracker.clock.advance(by: .seconds(60))
    tracker.reconciler.takeDue(tracker.clock.clock.now)
    tracker.work()
    let patrol = tracker.reconciler.takeSecondLook()
    return try #require(patrol)
  }

  @Test("the state says settling everywhere until everything has been looked at again, and silent growth is found")
  func everywhere() throws {
    let tracker = try tracker(directories: 30, written: 20)
    #expect(tracker.usage.state == .settling)
    let untouched = try #require(tracker.tree.withTree { $0.directory(at: "/d25") })
    let answer = tracker.tree.withTree { $0.published.totals(of: $0.handle(of: untouched)) }.map(tracker.facts.usage)
    #expect(answer?.state == .settling)
    // Writeback: no event tells.
    machine.changeSilently("/d19/f", blocks: 16)
    // That it changed is no drift.
    #expect(tracker.patrol().isClean)
    tracker.clock.advance(by: .seconds(60))
    tracker.reconciler.takeDue(tracker.clock.clock.now)
    // Not before it has been looked at.
    #expect(tracker.usage.state == .settling)
    tracker.work()
    tracker.lookAgain()
    #expect(tracker.usage.state == .live)
    try expectFreshScan(tracker)
  }

  @Test("everything is looked at in steps, and settles with the last of them")
  func steps() throws {
    let tracker = try tracker(directories: 200, written: 200)
    var patrol = try secondLook(tracker)
    var steps = 0
    while !patrol.isDone {
      #expect(tracker.usage.state == .settling)
      tracker.reconciler.step(&patrol)
      steps += 1
    }
    #expect(steps == 4)
    #expect(tracker.usage.state == .live)
  }

  @Test("what is written while everything is looked at is looked at once more")
  func writesMeanwhile() throws {
    let tracker = try tracker(directories: 30, written: 20)
    var patrol = try secondLook(tracker)
    for number in 0..<20 { machine.write(BytePath("/d\(number)/f"), blocks: 16) }
    tracker.catchUp()
    while !patrol.isDone { tracker.reconciler.step(&patrol) }
    #expect(tracker.usage.state == .settling)
    for number in 0..<20 { machine.changeSilently(BytePath("/d\(number)/f"), blocks: 24) }
    tracker.clock.advance(by: .seconds(60))
    tracker.lookAgain()
    #expect(tracker.usage.state == .live)
    try expectFreshScan(tracker)
  }
}
