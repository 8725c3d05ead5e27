import FileEvents
import Synchronization
import SystemCalls
import TestSupport
import Testing

@testable import SizeTracking
@testable import SizeTrees

@Suite("Files with a name outside of the tree")
struct OutsideLinkTests {
  let machine = FakeMachine()

  /// A tracker of `/in`, which has a watch above it too, where `file` has a second name in `/out`.
  private func tracker() throws -> ScriptedTracker {
    machine.makeDirectory("/in")
    machine.makeDirectory("/out")
    machine.write("/in/file", blocks: 8)
    machine.link("/in/file", "/out/other")
    _ = machine.takeEvents()
    return try ScriptedTracker(machine, root: "/in")
  }

  @Test("a write through the outside name is seen")
  func writeOutside() throws {
    let tracker = try tracker()
    #expect(machine.watchCount == 3)
    machine.write("/out/other", blocks: 100)
    tracker.catchUp()
    #expect(tracker.usage.allocatedBytes == 512 * 108)
    #expect(tracker.usage.files == 1)
  }

  @Test("the watch goes when the outside name goes")
  func outsideNameGoes() throws {
    let tracker = try tracker()
    machine.remove("/out/other")
    tracker.catchUp()
    #expect(machine.watchCount == 2)
    #expect(tracker.usage.files == 1)
    #expect(tracker.tree.withTree { $0.checkInvariants() } == [])
  }

  @Test("the watch goes when the inside name goes, and when all names are inside")
  func insideNames() throws {
    let tracker = try tracker()
    machine.rename("/out/other", "/in/other")
    tracker.catchUp()
    #expect(machine.watchCount == 2)
    machine.rename("/in/other", "/out/again")
    tracker.catchUp()
    #expect(machine.watchCount == 3)
    machine.remove("/in/file")
    tracker.catchUp()
    #expect(machine.watchCount == 2)
    #expect(tracker.usage.files == 0)
  }

  @Test("a file that is linked outside while it is watched for nothing is found by the audit")
  func linkMadeOutside() throws {
    machine.makeDirectory("/in")
    machine.makeDirectory("/out")
    machine.write("/in/file", blocks: 8)
    let tracker = try ScriptedTracker(machine, root: "/in")
    machine.link("/in/file", "/out/other")
    _ = machine.takeEvents()
    machine.write("/out/other", blocks: 16)
    tracker.catchUp()
    #expect(tracker.usage.allocatedBytes == 512 * 16)  // Of the directory and the file, 8 each.
    let report = tracker.patrol()
    #expect(report.entries == 1)
    #expect(report.bytes == 512 * 8)
    #expect(tracker.usage.allocatedBytes == 512 * 24)
    machine.write("/out/other", blocks: 32)
    tracker.catchUp()
    #expect(tracker.usage.allocatedBytes == 512 * 40)
    #expect(tracker.patrol().isClean)
  }

  @Test("without a watch left the state says so, and a poll recovers")
  func noWatchLeft() throws {
    machine.state.withLock { $0.watchLimit = 2 }
    let tracker = try tracker()
    #expect(tracker.usage.state == .degraded)
    #expect(tracker.usage.reasons == [.watchLimit])
    #expect(tracker.reconciler.needsPolling)
    let event = try #require(tracker.facts.signals.events(after: 0).first { $0.kind == .degraded(.watchLimit) })
    #expect(event.message?.contains("fs.inotify.max_user_watches") == true)
    machine.state.withLock { $0.watchLimit = 3 }
    _ = tracker.patrol(.unwatched)
    #expect(!tracker.usage.reasons.contains(.watchLimit))
    #expect(!tracker.reconciler.needsPolling)
    machine.write("/out/other", blocks: 100)
    tracker.catchUp()
    #expect(tracker.usage.allocatedBytes == 512 * 108)
  }

  @Test("a file that could not be found to be watched is watched with the next batch that brings it")
  func lostSight() throws {
    let tracker = try tracker()
    let inode = try machine.state.withLock { try $0.find(BytePath("/in/file").components) }
    let identity = FileIdentity(device: 7, inode: inode)
    let watch = tracker.reconciler.linkWatches.remove(identity)
    let dead = try #require(watch)
    tracker.reconciler.watches.subscription.unwatch(dead.watch, as: dead.token)
    for _ in 0..<3 { tracker.reconciler.linkWatches.countFailure(of: identity) }
    #expect(tracker.reconciler.needsPolling)
    machine.write("/in/another", blocks: 8)
    tracker.catchUp()
    #expect(tracker.reconciler.linkWatches.isWatched(identity))
    #expect(!tracker.reconciler.needsPolling)
    machine.write("/out/other", blocks: 100)
    tracker.catchUp()
    try expectNumbersOfFreshScan(tracker)
  }

  @Test("a file that the kernel will not have watched is left to the poll, whatever else happens in its directory")
  func refused() throws {
    machine.state.withLock { $0.refusesFiles = true }
    let tracker = try tracker()
    tracker.work()
    #expect(tracker.usage.reasons == [.inputOutput])
    let before = machine.state.withLock { $0.calls }
    machine.write("/in/another", blocks: 8)
    tracker.catchUp()
    #expect(machine.state.withLock { $0.calls } - before < 20)
    machine.state.withLock { $0.refusesFiles = false }
    _ = tracker.patrol(.unwatched)
    #expect(tracker.usage.reasons.isDisjoint(with: [.inputOutput]))
  }

  @Test("directories come first: a file gives its watch to one that has none")
  func directoriesFirst() throws {
    machine.state.withLock { $0.watchLimit = 3 }
    let tracker = try tracker()
    machine.makeDirectory("/in/new")
    tracker.catchUp()
    machine.write("/in/new/f", blocks: 8)
    tracker.catchUp()
    #expect(tracker.usage.reasons.contains(.watchLimit))
    _ = tracker.patrol(.unwatched)
    machine.write("/in/new/g", blocks: 8)
    tracker.catchUp()
    #expect(tracker.usage.files == 3)
    // The file's own watch is missing now.
    #expect(tracker.usage.reasons.contains(.watchLimit))
    #expect(tracker.reconciler.linkWatches.unwatched.count == 1)
  }

  @Test("a write to a file that was made without a name reaches the name that it was given")
  func unnamedFile() throws {
    machine.makeDirectory("/in")
    machine.makeDirectory("/in/a")
    machine.makeDirectory("/in/b")
    let tracker = try ScriptedTracker(machine, root: "/in")
    // Opened in `a` without a name, linked in `b`: the kernel goes on reporting writes in `a`.
    machine.write("/in/b/f", blocks: 8)
    tracker.catchUp()
    machine.writeUnnamed("/in/b/f", openedIn: "/in/a", blocks: 64)
    tracker.catchUp()
    #expect(tracker.usage.allocatedBytes == 512 * UInt64(3 * 8 + 64))
  }
}

extension FakeMachine {
  /// Forgets what is queued.
  fileprivate func takeEvents() -> [QueuedEvent] {
    state.withLock { state in
      defer {
        state.queue.removeAll()
        state.freshlyLinked.removeAll()
      }
      return state.queue
    }
  }

  /// Writes through a descriptor that was opened with O_TMPFILE.
  fileprivate func writeUnnamed(_ path: BytePath, openedIn directory: BytePath, blocks: UInt64) {
    state.withLock { state in
      guard let file = try? state.find(path.components), let directory = try? state.find(directory.components)
      else { return }
      state.inodes[file]?.blocks = blocks
      state.queueEvent(.modified, directory, Array("#\(file)".utf8))
    }
  }
}

@Suite("Trees and links that go in and out")
struct InAndOutTests {
  @Test("after random operations across the root's edge and an audit the tree is that of a fresh scan")
  func acrossTheEdge() throws {
    let seed = Seed.announced(for: "operations across the root's edge")
    for round in 0..<200 {
      var generator = SeededGenerator(seed: seed + UInt64(round))
      let machine = FakeMachine()
      machine.makeDirectory("/a")
      let tracker = try ScriptedTracker(machine, root: "/a")
      for step in 0..<120 {
        machine.doSomething(&generator)
        if step % 7 == 0 { tracker.catchUp() }
      }
      tracker.catchUp()
      // What was done through a link that was made outside is seen by the audit alone.
      _ = tracker.patrol()
      tracker.catchUp()
      guard machine.isDirectory("/a") else {
        #expect(tracker.usage.state == .gone)
        continue
      }
      let watched = try expectNumbersOfFreshScan(tracker).reconciler.linkWatches.count
      #expect(tracker.reconciler.linkWatches.count == watched)
      // From here on nothing is silent: every file that has a name outside is watched.
      for _ in 0..<20 {
        machine.write(FakeMachine.randomPath(&generator), blocks: 500)
        tracker.catchUp()
      }
      try expectNumbersOfFreshScan(tracker)
    }
  }
}

extension FakeMachine {
  fileprivate func isDirectory(_ path: BytePath) -> Bool {
    state.withLock { state in
      guard let number = try? state.find(path.components) else { return false }
      return state.inodes[number]?.entries != nil
    }
  }
}
