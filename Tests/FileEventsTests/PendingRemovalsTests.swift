import SystemCalls
import Testing

@testable import FileEvents

@Suite("Removals whose last event waits in the queue")
struct PendingRemovalsTests {
  private let removals = PendingRemovals()

  private func fill() {
    for _ in 0..<PendingRemovals.limit { removals.wasQueued() }
  }

  /// Starts a thread that waits for room, and returns once it waits.
  private func startWaiter() throws -> Monitor<Bool> {
    let hasRoom = Monitor(false)
    let removals = removals
    try DedicatedThread.start(named: "test-room") {
      removals.waitForRoom()
      hasRoom.signal { $0 = true }
    }
    #expect(removals.awaitWaiter(until: .now + .seconds(60)))
    return hasRoom
  }

  @Test("below the limit nobody waits")
  func room() {
    for _ in 1..<PendingRemovals.limit { removals.wasQueued() }
    removals.waitForRoom()
    #expect(!removals.awaitWaiter(until: MonotonicTime(nanoseconds: 0)))
  }

  @Test("who waits goes on when the reader has read half of them")
  func reading() throws {
    fill()
    let hasRoom = try startWaiter()
    for _ in 0..<PendingRemovals.limit / 2 - 1 { removals.wasRead() }
    #expect(!hasRoom.withLock { $0 })
    removals.wasRead()
    hasRoom.wait(until: nil, for: { $0 }) { _ in }
  }

  @Test("an overflow stands for all of them, and late ones do not count twice")
  func loss() throws {
    fill()
    let hasRoom = try startWaiter()
    removals.wereLost()
    hasRoom.wait(until: nil, for: { $0 }) { _ in }
    removals.wasRead()
    fill()
    _ = try startWaiter()
    removals.end()
  }

  @Test("nobody waits for a reader that is dead")
  func end() throws {
    fill()
    let hasRoom = try startWaiter()
    removals.end()
    hasRoom.wait(until: nil, for: { $0 }) { _ in }
    removals.waitForRoom()
  }
}
