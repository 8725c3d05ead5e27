import FileEvents
import SystemCalls
import TestSupport
import Testing

@testable import SizeTracking
@testable import SizeTrees

/// Events are hints: whatever happens to them on the way, the tree ends as a fresh scan of the disk.
@Suite("Events in any order")
struct EventOrderTests {
  /// What happens to a stream of events.
  enum Fate: CaseIterable {
    case inOrder, shuffled, doubled, reversed, inPieces
  }

  @Test("random operations, with the events in any order, end in the tree of a fresh scan", arguments: Fate.allCases)
  func fate(_ fate: Fate) throws {
    var generator = SeededGenerator(seed: Seed.announced(for: "events in any order"))
    for _ in 0..<40 {
      let machine = FakeMachine()
      for _ in 0..<60 { machine.doSomething(&generator) }
      let tracker = try ScriptedTracker(machine)
      _ = tracker.takeQueue()
      for _ in 0..<120 { machine.doSomething(&generator) }
      deliver(fate, to: tracker, &generator)
      tracker.catchUp()
      try expectFreshScan(tracker)
    }
  }

  private func deliver(_ fate: Fate, to tracker: ScriptedTracker, _ generator: inout SeededGenerator) {
    let events = tracker.takeQueue()
    switch fate {
    case .inOrder: tracker.deliver(events)
    case .shuffled: tracker.deliver(events.shuffled(using: &generator))
    case .doubled: tracker.deliver(events.flatMap { [$0, $0] })
    case .reversed: tracker.deliver(events.reversed())
    case .inPieces:
      for event in events { tracker.deliver([event]) }
    }
  }

  @Test("an overflow at any position ends in the tree of a fresh scan")
  func overflow() throws {
    var generator = SeededGenerator(seed: Seed.announced(for: "events in any order"))
    for cut in 0..<60 {
      let machine = FakeMachine()
      for _ in 0..<40 { machine.doSomething(&generator) }
      let tracker = try ScriptedTracker(machine)
      for _ in 0..<60 { machine.doSomething(&generator) }
      // What does not fit is lost: also the deaths of watches.
      tracker.deliver(Array(tracker.takeQueue().prefix(cut)), overflowed: true)
      tracker.catchUp()
      try expectFreshScan(tracker)
      #expect(tracker.facts.statistics.overflows == 1)
      #expect(tracker.usage.reasons.isDisjoint(with: .overflow))
    }
  }
}

extension EventOrderTests {
  @Test("the comparison notices when events are withheld")
  func withheldEvents() throws {
    var generator = SeededGenerator(seed: Seed.announced(for: "withheld events"))
    let machine = FakeMachine()
    let tracker = try ScriptedTracker(machine)
    for _ in 0..<200 { machine.doSomething(&generator) }
    machine.write("/sure", blocks: 5)
    #expect(try tracker.numbers != ScriptedTracker.fresh(machine).numbers)
  }
}

/// Compares a tracker with a new one on the same disk, in every directory, and counts what is left open or watched.
func expectFreshScan(_ tracker: ScriptedTracker, sourceLocation: SourceLocation = #_sourceLocation) throws {
  try expectNumbersOfFreshScan(tracker, sourceLocation: sourceLocation)
  // Every directory has its watch, and no other inode has one.
  #expect(tracker.machine.watchCount == tracker.numbers.count, sourceLocation: sourceLocation)
}

/// Expects the tree that a new tracker of the same root makes of the same disk.
/// - Returns: the new tracker.
@discardableResult
func expectNumbersOfFreshScan(
  _ tracker: ScriptedTracker, sourceLocation: SourceLocation = #_sourceLocation
) throws -> ScriptedTracker {
  let fresh = try ScriptedTracker.fresh(tracker.machine, root: tracker.tree.root)
  let expected = fresh.numbers
  let found = tracker.numbers
  for path in Set(expected.keys).union(found.keys) where expected[path] != found[path] {
    Issue.record(
      "'\(path)' is \(String(describing: found[path])), a fresh scan says \(String(describing: expected[path]))",
      sourceLocation: sourceLocation)
  }
  #expect(tracker.tree.withTree { $0.checkInvariants() } == [], sourceLocation: sourceLocation)
  #expect(tracker.tree.withTree { $0.underflows } == 0, sourceLocation: sourceLocation)
  #expect(tracker.machine.openCount == 0, sourceLocation: sourceLocation)
  return fresh
}

extension FakeMachine {
  /// One random operation on a small set of paths, so that they meet.
  func doSomething(_ generator: inout SeededGenerator) {
    let path = Self.randomPath(&generator)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...2: write(path, blocks: UInt64.random(in: 0..<64, using: &generator))
    case 3...5: makeDirectory(path)
    case 6: link(path, Self.randomPath(&generator))
    case 7...8: remove(path)
    default: rename(path, Self.randomPath(&generator))
    }
  }

  static func randomPath(_ generator: inout SeededGenerator) -> BytePath {
    var path: BytePath = "/"
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      path = path.appending([UInt8(ascii: "a") + UInt8.random(in: 0..<4, using: &generator)])
    }
    return path
  }
}
