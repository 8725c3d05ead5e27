internal import CInotifyTools
internal import Glibc
internal import SystemCalls

/// Takes events out of the kernel's queue and leaves them with their subscribers. It does nothing else: while it works
/// the queue fills.
struct EventReader {
  private let hub: EventHub
  private let descriptor: Int32
  private let mounts: MountWatch
  private var staged = StagedEvents()

  /// So many events are delivered at a time, so that a subscriber can begin while more come.
  private static let groupSize = 512
  /// After so many events in a row the reader naps: they gather, and reading many at once costs a quarter. The kernel's
  /// queue takes what comes in some thirty milliseconds.
  private static let naps: [(events: Int, microseconds: UInt32)] = [(64, 2000), (16, 500)]

  init(hub: EventHub, _ descriptor: Int32, _ mounts: MountWatch) {
    self.hub = hub
    self.descriptor = descriptor
    self.mounts = mounts
  }

  mutating func run() {
    while true {
      guard let ready = waitForEvents() else { return fail(.badDescriptor) }
      if ready.mounts { reportMounts() }
      guard ready.events else { continue }
      do throws(Errno) {
        let count = try drain()
        // Poll saw an event and the library has none: it reads another instance than the one that was started.
        if count == 0, !hub.state.withLock({ $0.instance?.isAlive == true }) { throw .badDescriptor }
        if let nap = Self.naps.first(where: { count >= $0.events }) { usleep(nap.microseconds) }
      } catch {
        return fail(error)
      }
    }
  }

  /// - Returns: nil when the descriptor is not what it was.
  private func waitForEvents() -> (events: Bool, mounts: Bool)? {
    var requests = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), mounts.request]
    while true {
      let count = unsafe poll(&requests, nfds_t(requests.count), -1)
      if count < 0, errno == EINTR { continue }
      let isBroken = Int32(requests[0].revents) & (POLLNVAL | POLLERR | POLLHUP) != 0
      guard count > 0, !isBroken else { return nil }
      return (events: requests[0].revents != 0, mounts: Int32(requests[1].revents) & POLLPRI != 0)
    }
  }

  private mutating func reportMounts() {
    let hub = hub
    hub.state.withLock { state in
      stageMounts(state)
      staged.deliver(to: state.subscribers)
    }
  }

  private mutating func stageMounts(_ state: EventHub.State) {
    for subscriber in state.subscribers.keys { staged.with(subscriber) { $0.mountsChanged = true } }
  }

  /// Reads until the library has no more events, which poll would not see.
  /// - Returns: how many there were.
  private mutating func drain() throws(Errno) -> Int {
    var count = 0
    while true {
      hub.readingLimit.wait(until: nil, for: { $0 != 0 }) { _ in }
      let group = try readGroup()
      count += group.count
      if group.isLast { return count }
    }
  }

  /// Reads and delivers a group of events.
  /// - Returns: how many there were, and whether no more are waiting.
  private mutating func readGroup() throws(Errno) -> (count: Int, isLast: Bool) {
    let hub = hub
    return try hub.state.withLock { (state) throws(Errno) -> (count: Int, isLast: Bool) in
      if case .died(let reason)? = state.failure { throw reason }
      let limit = hub.readingLimit.withLock { $0 }
      var count = 0
      var isLast = false
      while count < min(Self.groupSize, limit ?? .max) {
        guard let event = unsafe inotifytools_next_events(0, 1) else {
          let reason = inotifytools_error()
          if reason == EINTR { continue }
          guard reason == 0 || reason == EAGAIN else { throw Errno(rawValue: reason) }
          isLast = true
          break
        }
        count += 1
        unsafe stage(event, &state)
      }
      staged.deliver(to: state.subscribers)
      if limit != nil { hub.readingLimit.signal { $0? -= count } }
      return (count, isLast)
    }
  }

  private mutating func stage(_ event: UnsafeMutablePointer<inotify_event>, _ state: inout EventHub.State) {
    let watch = WatchDescriptor(rawValue: unsafe event.pointee.wd)
    let mask = EventMask(rawValue: unsafe event.pointee.mask)
    if mask.overlaps(.overflowed) { return overflow(&state) }
    if watch == state.instance?.sentinel.watch {
      if mask.overlaps(.attributesChanged) { passBarrier(&state) }
      return
    }
    let cookie = unsafe event.pointee.cookie
    let name = unsafe Self.name(of: event)
    var isKnown = false
    state.table.forEachOwner(of: watch) { owner in
      isKnown = true
      // Another owner may have asked for more.
      guard mask.overlaps(owner.mask) || mask.overlaps(.always) else { return }
      staged.with(owner.subscriber) { batch in
        unsafe batch.append(watch: watch, token: owner.token, mask: mask, cookie: cookie, name: name)
      }
    }
    guard mask.overlaps(.ignored) else { return }
    if isKnown { state.table.removeAll(of: watch) } else { hub.removals.wasRead() }
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
    for subscriber in state.subscribers.keys { staged.with(subscriber) { $0.overflowed = true } }
    hub.removals.wereLost()
    // The barrier's event may be among the lost ones; what it promised is kept by the rescan that begins now.
    state.instance?.swapSentinels()
    passBarrier(&state)
  }

  private mutating func passBarrier(_ state: inout EventHub.State) {
    guard let (generation, mustStart) = state.barrier.pass() else { return }
    // The barrier's event is behind every other event, but not behind mounts, which have none.
    if mounts.hasChanged() { stageMounts(state) }
    for subscriber in state.subscribers.keys { staged.with(subscriber) { $0.barrier = generation } }
    if mustStart { state.instance?.touchSentinel() }
  }

  private func fail(_ reason: Errno) {
    hub.state.withLock { hub.fail(reason, &$0) }
  }
}
