internal import SystemCalls

/// What the reader has copied for each subscriber and not delivered yet.
///
/// A process has few subscribers, and events in a row mostly go to the same one.
struct StagedEvents {
  private struct Entry {
    var subscriber: UInt16
    var batch = EventBatch()
  }

  private var entries: [Entry] = []

  /// Adds to a subscriber's batch.
  mutating func with(_ subscriber: UInt16, _ body: (inout EventBatch) -> Void) {
    let index = entries.firstIndex { $0.subscriber == subscriber } ?? entries.count
    if index == entries.count { entries.append(Entry(subscriber: subscriber)) }
    body(&entries[index].batch)
  }

  /// Leaves each batch in its subscriber's inbox; those of subscribers that are gone are dropped.
  mutating func deliver(to inboxes: [UInt16: EventInbox]) {
    for index in entries.indices where !entries[index].batch.isEmpty {
      inboxes[entries[index].subscriber]?.deliver(&entries[index].batch)
      entries[index].batch.removeAll()
    }
    if entries.count > inboxes.count { entries.removeAll { inboxes[$0.subscriber] == nil } }
  }
}
