package import SystemCalls

/// Where the reader leaves a subscriber's events, and where its thread waits for them.
package final class EventInbox: Sendable {
  private struct Contents {
    var batch = EventBatch()
    var isWoken = false
    /// With so many events the subscriber wants to be woken.
    var wantedEvents = 1

    var isReady: Bool { isWoken || batch.events.count >= wantedEvents || batch.isUrgent }
  }

  private let contents = Monitor(Contents())

  /// A subscriber that is stuck behind a slow disk must not make the reader use all memory: what is above the limit
  /// is lost, as in the kernel's queue, and makes up for it by a rescan.
  private static let eventLimit = 1_000_000
  private static let nameLimit = 64 << 20

  package init() {}

  /// Leaves events, in order, and wakes the subscriber if it has what it waits for.
  package func deliver(_ batch: EventBatch) {
    var batch = batch
    deliver(&batch)
  }

  /// Leaves events, in order, and wakes the subscriber if it has what it waits for. The batch gets other contents, which are done with: while the
  /// subscriber keeps up, events are copied once.
  func deliver(_ batch: inout EventBatch) {
    contents.signalIf { contents in
      if contents.batch.isEmpty {
        swap(&contents.batch, &batch)
      } else {
        contents.batch.append(batch)
        if contents.batch.events.count > Self.eventLimit || contents.batch.names.count > Self.nameLimit {
          contents.batch.loseEvents()
        }
      }
      return contents.isReady
    }
  }

  /// Says that there will be no more events.
  package func deliver(failure: EventSourceError) {
    contents.signal { $0.batch.failure = failure }
  }

  /// Makes the current or the next `take` return, with or without events.
  package func wake() {
    contents.signal { $0.isWoken = true }
  }

  /// Swaps what has arrived into a batch whose contents are done with.
  ///
  /// Returns at once when so many events are there or the deadline is past, otherwise when one of them comes; and for
  /// anything but an event without waiting for more.
  package func take(into batch: inout EventBatch, until deadline: MonotonicTime?, events wanted: Int = 1) {
    batch.removeAll()
    contents.withLock { $0.wantedEvents = wanted }
    contents.wait(until: deadline, for: \.isReady) { contents in
      contents.isWoken = false
      swap(&batch, &contents.batch)
    }
  }
}
