import FileEvents
import Synchronization
import SystemCalls
import TestSupport
import Testing

@testable import SizeTracking
@testable import SizeTrees

@Suite("Faults of the disk")
struct FaultTests {
  static let reasons: [Errno] = [
    .inputOutput, .permissionDenied, .noSuchFile, .tooManyFiles, .noMemory, .stale, .noSpace,
    .interrupted,
  ]

  @Test("a fault at any call leaves a right number or one with its state, and heals", arguments: reasons)
  func faultWhileReconciling(_ reason: Errno) throws {
    let seed = Seed.announced(for: "faults while reconciling")
    for position in 1... {
      // The same history each time, with the fault one call later.
      var generator = SeededGenerator(seed: seed)
      let machine = FakeMachine()
      for _ in 0..<40 { machine.doSomething(&generator) }
      let tracker = try ScriptedTracker(machine)
      for _ in 0..<40 { machine.doSomething(&generator) }
      machine.failCall(position, with: reason)
      tracker.catchUp()
      guard machine.hasFailed else { return }
      try expectHonest(tracker, reason, position)
      tracker.heal()
      try expectFreshScan(tracker)
      expectNoLostWatch(tracker, reason, position)
    }
  }

  @Test("a fault at any call of the first scan leaves a number with its state, and heals", arguments: reasons)
  func faultWhileScanning(_ reason: Errno) throws {
    let seed = Seed.announced(for: "faults while scanning")
    for position in 4... {
      var generator = SeededGenerator(seed: seed)
      let machine = FakeMachine()
      for _ in 0..<60 { machine.doSomething(&generator) }
      machine.failCall(position, with: reason)
      let tracker = try ScriptedTracker(machine)
      tracker.catchUp()
      guard machine.hasFailed else { return }
      try expectHonest(tracker, reason, position)
      tracker.heal()
      try expectFreshScan(tracker)
      expectNoLostWatch(tracker, reason, position)
    }
  }

  /// A watch that the tree does not know of is never given back.
  private func expectNoLostWatch(_ tracker: ScriptedTracker, _ reason: Errno, _ position: Int) {
    let known = tracker.tree.withTree { $0.watchCount } + tracker.reconciler.linkWatches.count
    let placed = tracker.machine.state.withLock { $0.watches.values.map(\.tokens.count).reduce(0, +) }
    #expect(placed == known, "\(reason) at call \(position)")
  }

  /// What is not right must say so. That a file is gone is no fault but an answer: when it is a lie, its event or the
  /// audit has to mend it.
  private func expectHonest(_ tracker: ScriptedTracker, _ reason: Errno, _ position: Int) throws {
    guard reason != .noSuchFile else { return }
    let fresh = try ScriptedTracker.fresh(tracker.machine)
    let isRight = tracker.numbers == fresh.numbers
    #expect(isRight || tracker.usage.state >= .degraded, "\(reason) at call \(position)")
  }
}

extension FakeMachine {
  func failCall(_ position: Int, with reason: Errno) {
    state.withLock { $0.failures[$0.calls + position] = reason }
  }

  func failMounts(with reason: Errno) {
    state.withLock { $0.mountFailure = reason }
  }

  /// Whether the call that was to fail was made.
  var hasFailed: Bool { state.withLock { $0.failures.isEmpty } }
}

extension ScriptedTracker {
  /// Lets so much time pass that everything on the settle list is looked at again; what an event would tell is told.
  func heal() {
    for _ in 0..<3 {
      clock.advance(by: .seconds(60))
      lookAgain()
      reconciler.absorb(machine.attributesChangedEverywhere())
      work()
      if reconciler.needsPolling { _ = patrol(.unwatched) }
    }
  }
}

extension FakeMachine {
  /// The events that a change of permissions gives in every directory.
  func attributesChangedEverywhere() -> EventBatch {
    var batch = EventBatch()
    state.withLock { state in
      for (number, watch) in state.watches {
        for token in watch.tokens {
          let descriptor = WatchDescriptor(rawValue: number)
          batch.append(watch: descriptor, token: token, mask: .attributesChanged, name: [UInt8]())
          for name in state.inodes[watch.inode]?.entries?.keys ?? [:].keys {
            batch.append(watch: descriptor, token: token, mask: .attributesChanged, name: name)
          }
        }
      }
    }
    return batch
  }
}
