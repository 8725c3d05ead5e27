internal import CInotifyTools
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// Takes events out of the kernel's queue and leaves them with their subscribers. It does nothing else: while it works
/// the queue fills.
struct EventReader {
  private let hub: EventHub
  private let descriptor: Int32
  private var staged: [UInt32: EventBatch] = [:]

  /// So many events are delivered at a time, so that a subscriber can begin while more come.
  private static let groupSize = 512
  /// After so many events in a row the reader naps: they gather, and reading many at once costs a quarter.
  private static let stormSize = 64
  private static let napMicroseconds: UInt32 = 500

  init(hub: EventHub, _ descriptor: Int32) {
    self.hub = hub
    self.descriptor = descriptor
  }

  mutating func run() {
    while true {
      hub.isReaderPaused.wait(until: nil, for: { !$0 }) { _ in }
      guard waitForEvents() else { return fail(.badDescriptor) }
      var count = 0
      do throws(Errno) {
        // The library may hold events that poll does not see: read until it has none.
        while true {
          let group = try readGroup()
          count += group
          if group < Self.groupSize { break }
        }
      } catch {
        return fail(error)
      }
      if count >= Self.stormSize { usleep(Self.napMicroseconds) }
    }
  }

  private func waitForEvents() -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = unsafe poll(&request, 1, -1)
      if count < 0, errno == EINTR { continue }
      let isBroken = Int32(request.revents) & (POLLNVAL | POLLERR | POLLHUP) != 0
      return count > 0 && !isBroken
    }
  }

  /// Reads and delivers a group of events.
  /// - Returns: how many there were; fewer than a group when no more are waiting.
  private mutating func readGroup() throws(Errno) -> Int {
    let hub = hub
    return try hub.state.withLock { (state) throws(Errno) -> Int in
      var count = 0
      while count < Self.groupSize {
        guard let event = unsafe inotifytools_next_events(0, 1) else {
          let reason = inotifytools_error()
          if reason == EINTR { continue }
          guard reason == 0 || reason == EAGAIN else { throw Errno(rawValue: reason) }
          break
        }
        count += 1
        unsafe stage(event, &state)
      }
      deliver(state)
      return count
    }
  }

  private mutating func stage(_ event: UnsafeMutablePointer<inotify_event>, _ state: inout EventHub.State) {
    let watch = WatchDescriptor(rawValue: unsafe event.pointee.wd)
    let mask = EventMask(rawValue: unsafe event.pointee.mask)
    if mask.contains(.overflowed) { return overflow(&state) }
    if watch == state.instance?.sentinel.watch {
      if mask.contains(.attributesChanged) { passBarrier(&state) }
      return
    }
    let cookie = unsafe event.pointee.cookie
    let name = unsafe Self.name(of: event)
    state.table.forEachOwner(of: watch) { owner in
      // Another owner may have asked for more.
      guard !mask.isDisjoint(with: owner.mask.union([.ignored, .unmounted])) else { return }
      unsafe staged[owner.subscriber, default: EventBatch()].append(
        watch: watch, token: owner.token, mask: mask, cookie: cookie, name: name)
    }
    if mask.contains(.ignored) { state.table.removeAll(of: watch) }
  }

  /// The name behind the event, without the zeros that fill it up.
  private static func name(of event: UnsafeMutablePointer<inotify_event>) -> UnsafeBufferPointer<UInt8> {
    let start = unsafe UnsafeRawPointer(event).advanced(by: 16).assumingMemoryBound(to: UInt8.self)
    let room = Int(unsafe event.pointee.len)
    var length = 0
    while length < room, unsafe start[length] != 0 { length += 1 }
    return unsafe UnsafeBufferPointer(start: start, count: length)
  }

  private mutating func overflow(_ state: inout EventHub.State) {
    for subscriber in state.subscribers.keys {
      staged[subscriber, default: EventBatch()].overflowed = true
    }
    // The barrier's event may be among the lost ones; what it promised is kept by the rescan that begins now.
    state.instance?.swapSentinels()
    passBarrier(&state)
  }

  private mutating func passBarrier(_ state: inout EventHub.State) {
    guard let (generation, mustStart) = state.barrier.pass() else { return }
    for subscriber in state.subscribers.keys {
      staged[subscriber, default: EventBatch()].barrier = generation
    }
    if mustStart { state.instance?.touchSentinel() }
  }

  private mutating func deliver(_ state: EventHub.State) {
    for (subscriber, batch) in staged where !batch.isEmpty {
      state.subscribers[subscriber]?.deliver(batch)
    }
    for subscriber in staged.keys { staged[subscriber]?.removeAll() }
    if staged.count > state.subscribers.count { staged = staged.filter { state.subscribers[$0.key] != nil } }
  }

  private func fail(_ reason: Errno) {
    hub.state.withLock { state in
      state.failure = .died(reason)
      for inbox in state.subscribers.values { inbox.deliver(failure: .died(reason)) }
    }
  }
}

extension EventHub {
  /// Lets the kernel's queue fill, or goes on reading: for tests of overflows.
  package func setReaderPaused(_ isPaused: Bool) {
    isReaderPaused.signal { $0 = isPaused }
  }
}
