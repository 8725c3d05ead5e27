import SystemCalls
import Testing

@testable import FileEvents

@Suite("An inbox")
struct EventInboxTests {
  private let inbox = EventInbox()
  private let past = MonotonicTime(nanoseconds: 0)

  private func deliver(_ names: String..., barrier: UInt64 = 0) {
    var batch = EventBatch()
    for name in names { batch.append(name) }
    batch.barrier = barrier
    inbox.deliver(batch)
  }

  private func take(into batch: inout EventBatch) -> [String] {
    inbox.take(into: &batch, until: past)
    return batch.events.map { String(decoding: batch.names[$0.name], as: UTF8.self) }
  }

  @Test("batches join in order, each event with its own name")
  func joining() {
    var batch = EventBatch()
    deliver("a", "bc", barrier: 3)
    deliver("", "d")
    deliver("efg", barrier: 4)
    #expect(take(into: &batch) == ["a", "bc", "", "d", "efg"])
    #expect(batch.barrier == 4)
    deliver("next")
    #expect(take(into: &batch) == ["next"])
    #expect(batch.barrier == 0)
    #expect(take(into: &batch).isEmpty)
  }

  @Test("a delivered batch comes back empty")
  func swapping() {
    var batch = EventBatch()
    for name in ["first", "second", "third"] {
      batch.append(name)
      inbox.deliver(&batch)
      batch.removeAll()
    }
    #expect(batch.isEmpty)
    #expect(take(into: &batch) == ["first", "second", "third"])
  }

  @Test("a loss and a failure stay until they are taken")
  func marks() {
    var lost = EventBatch()
    lost.overflowed = true
    inbox.deliver(lost)
    deliver("a")
    inbox.deliver(failure: .died(.badDescriptor))
    var batch = EventBatch()
    #expect(take(into: &batch) == ["a"])
    #expect(batch.overflowed)
    #expect(batch.failure == .died(.badDescriptor))
    #expect(take(into: &batch).isEmpty)
    #expect(!batch.overflowed)
  }

  @Test("what a subscriber leaves lying does not grow without end: it counts as lost, barriers stay")
  func bound() {
    var large = EventBatch()
    for _ in 0..<100_000 { large.append("n") }
    large.barrier = 9
    for _ in 0..<11 { inbox.deliver(large) }
    var batch = EventBatch()
    #expect(take(into: &batch).count < 1_000_000)
    #expect(batch.overflowed)
    #expect(batch.barrier == 9)
  }

  @Test("a subscriber that wants many events waits for them, but for nothing else", arguments: [false, true])
  func gathering(_ isBarrier: Bool) throws {
    var batch = EventBatch()
    let inbox = inbox
    deliver("a")
    try DedicatedThread.start(named: "test-deliver") {
      for _ in 0..<2 {
        var more = EventBatch()
        more.append("b")
        inbox.deliver(more)
      }
      var last = EventBatch()
      if isBarrier { last.barrier = 1 } else { last.append("c") }
      inbox.deliver(last)
    }
    // Without a deadline: it returns because what it waits for has come.
    inbox.take(into: &batch, until: nil, events: isBarrier ? 100 : 4)
    #expect(batch.events.count == (isBarrier ? 3 : 4))
    deliver("d")
    #expect(take(into: &batch) == ["d"])
  }

  @Test("a wake-up ends a wait that nothing else would end", arguments: [true, false])
  func waking(_ isEarly: Bool) throws {
    var batch = EventBatch()
    let inbox = inbox
    if isEarly { inbox.wake() } else { try DedicatedThread.start(named: "test-wake") { inbox.wake() } }
    inbox.take(into: &batch, until: nil)
    #expect(batch.isEmpty)
  }
}

extension EventBatch {
  fileprivate mutating func append(_ name: String) {
    append(
      watch: WatchDescriptor(rawValue: 1), token: WatchToken(rawValue: 1), mask: .created, name: Array(name.utf8))
  }
}
