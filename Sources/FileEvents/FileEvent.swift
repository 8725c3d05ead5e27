/// The kernel's number for a watched inode. Numbers are not used twice while the process lives.
package struct WatchDescriptor: Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The subscriber's own number for what it watches; comes back with each event.
package struct WatchToken: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// One event, as a hint that something changed. Its name lies in the batch that holds it.
package struct FileEvent: Hashable, Sendable {
  package var watch: WatchDescriptor
  package var token: WatchToken
  package var mask: EventMask
  /// Equal in the two halves of a rename, otherwise 0.
  package var cookie: UInt32
  /// Where the name lies in the batch's bytes; empty when the event is about the watched file itself.
  package var name: Range<Int>

  package init(watch: WatchDescriptor, token: WatchToken, mask: EventMask, cookie: UInt32, name: Range<Int>) {
    self.watch = watch
    self.token = token
    self.mask = mask
    self.cookie = cookie
    self.name = name
  }
}

/// What arrived for one subscriber since it last looked, in the kernel's order.
package struct EventBatch: Sendable {
  package var events: [FileEvent] = []
  /// The names of all events, without separators.
  package var names: [UInt8] = []
  /// Events were lost: everything that is watched must be looked at again.
  package var overflowed = false
  /// Something was mounted or unmounted somewhere.
  package var mountsChanged = false
  /// Every change made before a barrier of this generation (or an earlier one) was requested is in this batch or
  /// was in one before, or is covered by its overflow.
  package var barrier: UInt64 = 0
  /// The source is dead: no event will come any more. Holds the reason.
  package var failure: EventSourceError?

  package init() {}

  package var isEmpty: Bool { events.isEmpty && !isUrgent }

  /// Whether there is something that is not to wait until more events have come: someone waits for a barrier.
  var isUrgent: Bool { overflowed || mountsChanged || barrier > 0 || failure != nil }

  /// A storm's memory is given back; what usual batches need is kept.
  private static let keptEvents = 16_384
  private static let keptNames = 1 << 20

  /// Removes everything and keeps the memory that usual batches need.
  package mutating func removeAll() {
    events.removeAll(keepingCapacity: events.capacity <= Self.keptEvents)
    names.removeAll(keepingCapacity: names.capacity <= Self.keptNames)
    overflowed = false
    mountsChanged = false
    barrier = 0
    failure = nil
  }

  /// Adds an event and its name at the end.
  package mutating func append(
    watch: WatchDescriptor, token: WatchToken, mask: EventMask, cookie: UInt32 = 0, name: some Collection<UInt8>
  ) {
    let start = names.count
    names.append(contentsOf: name)
    events.append(FileEvent(watch: watch, token: token, mask: mask, cookie: cookie, name: start..<names.count))
  }

  /// Adds what came later.
  mutating func append(_ other: EventBatch) {
    let start = names.count
    for var event in other.events {
      event.name = event.name.lowerBound + start..<event.name.upperBound + start
      events.append(event)
    }
    names.append(contentsOf: other.names)
    overflowed = overflowed || other.overflowed
    mountsChanged = mountsChanged || other.mountsChanged
    barrier = max(barrier, other.barrier)
    failure = failure ?? other.failure
  }

  /// Forgets the events, which then count as lost. Barriers that were passed are covered by the rescan.
  mutating func loseEvents() {
    events.removeAll()
    names.removeAll()
    overflowed = true
  }
}
