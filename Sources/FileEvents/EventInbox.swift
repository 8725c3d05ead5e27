package import SystemCalls

/// Where the reader leaves a subscriber's events, and where its thread waits for them.
package final class EventInbox: Sendable {
  private struct Contents {
    var batch = EventBatch()
    var isWoken = false
  }

  private let contents = Monitor(Contents())

  package init() {}

  /// Changes what is waiting, and wakes the subscriber.
  package func deliver(_ body: (inout EventBatch) -> Void) {
    contents.signal { body(&$0.batch) }
  }

  /// Makes the current or the next `take` return, with or without events.
  package func wake() {
    contents.signal { $0.isWoken = true }
  }

  /// Swaps what has arrived into an empty batch.
  /// - Returns: at once when something is there or the deadline is past; otherwise when one of them comes.
  package func take(into batch: inout EventBatch, until deadline: MonotonicTime?) {
    batch.removeAll()
    var taken = EventBatch()
    swap(&taken, &batch)
    let found: EventBatch? = contents.wait(until: deadline) { contents in
      guard contents.isWoken || !contents.batch.isEmpty else { return nil }
      contents.isWoken = false
      var result = taken
      swap(&result, &contents.batch)
      return result
    }
    batch = found ?? taken
  }
}
