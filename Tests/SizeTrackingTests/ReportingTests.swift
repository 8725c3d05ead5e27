import FileEvents
import Synchronization
import SystemCalls
import Testing

@testable import SizeTracking
@testable import SizeTrees

@Suite("What is said once, and what is not done twice")
struct ReportingTests {
  let machine = FakeMachine()

  private func set(_ path: BytePath, isReadable: Bool) {
    machine.state.withLock { state in
      guard let number = try? state.find(path.components) else { return }
      state.inodes[number]?.isReadable = isReadable
    }
  }

  private func complaints(_ tracker: ScriptedTracker) -> [BytePath] {
    tracker.facts.signals.events(after: 0).filter { $0.kind == .degraded(.unreadable) }.map(\.path)
  }

  @Test("a directory that cannot be read is news once, and again when another one of its name cannot")
  func unreadableAgain() throws {
    let tracker = try ScriptedTracker(machine)
    for _ in 0..<3 {
      machine.makeDirectory("/locked")
      set("/locked", isReadable: false)
      tracker.catchUp()
      machine.makeDirectory("/other")
      tracker.catchUp()
      machine.remove("/locked")
      tracker.catchUp()
    }
    #expect(complaints(tracker) == ["/locked", "/locked", "/locked"])
  }

  @Test("a touch of a root with something unreadable in it has nothing else looked at")
  func touchedRoot() throws {
    for number in 0..<100 { machine.makeDirectory(BytePath("/d\(number)")) }
    machine.makeDirectory("/locked")
    set("/locked", isReadable: false)
    let tracker = try ScriptedTracker(machine)
    _ = tracker.takeQueue()
    let before = machine.state.withLock { state in
      state.queueEvent(.attributesChanged, 1, [])
      return state.calls
    }
    tracker.catchUp()
    let calls = machine.state.withLock { $0.calls } - before
    // The root's own names are asked for, but no directory is opened for each.
    #expect(calls < 150)
    try expectNumbersOfFreshScan(tracker)
  }

  @Test("while a rescan must wait no names gather")
  func backOff() throws {
    machine.makeDirectory("/d")
    let tracker = try ScriptedTracker(machine)
    tracker.absorb([], overflowed: true)
    for number in 0..<100 { machine.write(BytePath("/d/f\(number)"), blocks: 8) }
    tracker.absorb(tracker.takeQueue())
    #expect(tracker.reconciler.pending.directories.isEmpty)
    tracker.work()
    try expectFreshScan(tracker)
  }
}
