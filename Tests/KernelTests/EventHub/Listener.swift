import FileEvents
import SystemCalls

/// A subscriber of the process's hub that takes what happened before it asks.
final class Listener {
  struct Event: Hashable {
    var watch: WatchDescriptor
    var token: UInt32
    var mask: EventMask
    var cookie: UInt32
    var name: [UInt8]

    /// The name as text.
    var text: String { String(decoding: name, as: UTF8.self) }
  }

  struct NoBarrier: Error {
    /// What the hub said instead.
    var failure: EventSourceError?
  }

  let subscription: any EventSubscription
  private let inbox = EventInbox()
  private var batch = EventBatch()
  /// Batches that came with a loss.
  private(set) var overflows = 0
  /// The latest barrier that has passed.
  private(set) var lastBarrier: UInt64 = 0

  init() throws(EventSourceError) {
    subscription = try EventHub.shared.subscribe(inbox)
  }

  deinit { subscription.cancel() }

  func watch(
    _ path: BytePath, as token: UInt32 = 1, for mask: EventMask = .directoryChanges, flags: OpenFlags = .pathOnly
  ) throws -> WatchDescriptor {
    let file = try Descriptor.open(path.bytes, flags)
    defer { file.close() }
    return try subscription.watch(file, as: WatchToken(rawValue: token), for: mask)
  }

  func unwatch(_ watch: WatchDescriptor, as token: UInt32 = 1) {
    subscription.unwatch(watch, as: WatchToken(rawValue: token))
  }

  /// All events up to now that no earlier call has answered.
  func events() throws -> [Event] {
    try events(before: subscription.requestBarrier())
  }

  /// All events before a barrier. The limit only keeps a test from hanging.
  func events(before generation: UInt64) throws(NoBarrier) -> [Event] {
    var events: [Event] = []
    let limit = MonotonicTime.now + .seconds(60)
    while lastBarrier < generation {
      take(until: limit)
      if let failure = batch.failure { throw NoBarrier(failure: failure) }
      if batch.isEmpty { throw NoBarrier() }
      for event in batch.events {
        events.append(
          Event(
            watch: event.watch, token: event.token.rawValue, mask: event.mask, cookie: event.cookie,
            name: Array(batch.names[event.name])))
      }
    }
    return events
  }

  /// Takes what has been delivered, and forgets the events.
  func takeWaiting() {
    take(until: MonotonicTime(nanoseconds: 0))
  }

  private func take(until deadline: MonotonicTime) {
    inbox.take(into: &batch, until: deadline)
    if batch.overflowed { overflows += 1 }
    lastBarrier = max(lastBarrier, batch.barrier)
  }

  /// The reason that the hub gives when there are no events any more.
  func failure() -> EventSourceError? {
    do {
      _ = try events(before: .max)
      return nil
    } catch {
      return error.failure
    }
  }
}
