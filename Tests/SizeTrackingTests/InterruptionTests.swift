import Synchronization
import SystemCalls
import TestSupport
import Testing

@Suite("Changes between two calls")
struct InterruptionTests {
  private static let seeds: [UInt64] = {
    var random = SeededGenerator(seed: Seed.announced(for: "changes between two calls"))
    return (0..<4).map { _ in random.next() }
  }()

  @Test("changes before any call of the first scan are in once their events are", arguments: 0..<seeds.count)
  func whileScanning(number: Int) throws {
    for position in 1... {
      // The same history each time, with the changes one call later.
      var random = SeededGenerator(seed: Self.seeds[number])
      let machine = FakeMachine(listsAsRead: number % 2 == 1)
      for _ in 0..<80 { machine.doSomething(&random) }
      let disk = machine.interrupted(before: position, with: random.split())
      let tracker = try ScriptedTracker(machine, disk: disk)
      guard disk.wasInterrupted else { return }
      tracker.catchUp()
      try expectFreshScan(tracker)
    }
  }

  @Test("changes before any call of a batch are in once their events are", arguments: 0..<seeds.count)
  func whileReconciling(number: Int) throws {
    for position in 1... {
      var random = SeededGenerator(seed: Self.seeds[number])
      let machine = FakeMachine(listsAsRead: number % 2 == 1)
      for _ in 0..<40 { machine.doSomething(&random) }
      // The scan of an empty history asks as often every time.
      let counting = machine.interrupted(before: .max, with: random)
      _ = try ScriptedTracker(machine, disk: counting)
      let disk = machine.interrupted(before: counting.callCount + position, with: random.split())
      let tracker = try ScriptedTracker(machine, disk: disk)
      for _ in 0..<40 { machine.doSomething(&random) }
      tracker.catchUp()
      guard disk.wasInterrupted else { return }
      try expectFreshScan(tracker)
    }
  }

  /// What may happen to files with one name or two, whichever directory is listed first.
  private static let linkStories: [[@Sendable (FakeMachine) -> Void]] = [
    [{ $0.link("/a/x", "/b/new") }],
    [{ $0.link("/b/y", "/a/new") }],
    [{ $0.link("/a/x", "/b/new") }, { $0.remove("/a/x") }],
    [{ $0.link("/b/y", "/a/new") }, { $0.remove("/b/y") }],
    [{ $0.remove("/a/shared") }, { $0.link("/b/shared", "/a/new") }],
    [{ $0.rename("/a/x", "/b/moved") }, { $0.link("/b/moved", "/a/new") }],
  ]
  /// What shows only where the tree knew the name that is lost.
  private static let lossStories: [[@Sendable (FakeMachine) -> Void]] = [
    [{ $0.write("/a/shared", blocks: 50) }, { $0.remove("/a/shared") }],
    [{ $0.write("/b/shared", blocks: 50) }, { $0.remove("/b/shared") }],
  ]

  private func machineWithLinks() -> FakeMachine {
    let machine = FakeMachine()
    machine.makeDirectory("/a")
    machine.makeDirectory("/b")
    for path in ["/a/x", "/b/y", "/a/shared"] as [BytePath] { machine.write(path, blocks: 8) }
    machine.link("/a/shared", "/b/shared")
    machine.forgetQueue()
    return machine
  }

  @Test("a file that is linked before any call of the first scan counts once", arguments: linkStories.indices)
  func linksWhileScanning(story: Int) throws {
    for position in 1... {
      let machine = machineWithLinks()
      let disk = InterruptedDisk(machine, before: position) { Self.linkStories[story].forEach { $0(machine) } }
      let tracker = try ScriptedTracker(machine, disk: disk)
      guard disk.wasInterrupted else { return }
      tracker.work()
      tracker.catchUp()
      try expectFreshScan(tracker)
    }
  }

  @Test(
    "a file that is linked or loses a name before any call of a rescan counts once, and as it is",
    arguments: 0..<linkStories.count + lossStories.count)
  func linksWhileRescanning(story: Int) throws {
    let story = (Self.linkStories + Self.lossStories)[story]
    for position in 1... {
      let machine = machineWithLinks()
      let counting = InterruptedDisk(machine, before: .max) {}
      _ = try ScriptedTracker(machine, disk: counting)
      let disk = InterruptedDisk(machine, before: counting.callCount + position) { story.forEach { $0(machine) } }
      let tracker = try ScriptedTracker(machine, disk: disk)
      tracker.deliver([], overflowed: true)
      guard disk.wasInterrupted else { return }
      tracker.catchUp()
      try expectFreshScan(tracker)
    }
  }
}

extension FakeMachine {
  /// Forgets what happened before anyone watched.
  fileprivate func forgetQueue() {
    state.withLock { state in
      state.queue.removeAll()
      state.freshlyLinked.removeAll()
    }
  }

  /// The machine's disk, on which a few random operations come before a call.
  fileprivate func interrupted(before position: Int, with random: SeededGenerator) -> InterruptedDisk {
    InterruptedDisk(self, before: position) {
      var random = random
      for _ in 0..<6 { self.doSomething(&random) }
    }
  }
}
