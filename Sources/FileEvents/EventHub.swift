internal import CInotifyTools
internal import SystemCalls

/// The process's one inotify instance, shared by all trackers: libinotifytools keeps one for a process.
///
/// The first subscription starts it. Its descriptor, its sentinel and its reader, which sleeps while nothing happens,
/// stay until the process ends.
package final class EventHub: EventSource {
  package static let shared = EventHub()

  struct State {
    var instance: LibraryInstance?
    var mounts: MountWatch?
    var failure: EventSourceError?
    var table = WatchTable()
    var subscribers: [UInt16: EventInbox] = [:]
    var lastSubscriber: UInt16 = 0
    var barrier = Barrier()
    var allowance = WatchAllowance.leavingReserve
    var allowedWatches = 0
    /// Watches that were removed so far: tells whether one may have gone while another thread added to it.
    var removalCount: UInt64 = 0

    /// The next number that no subscriber has: one that was given up is not taken again for long.
    var unusedSubscriber: UInt16 {
      precondition(subscribers.count < UInt16.max, "a process has fewer than 65,535 trackers")
      var number = lastSubscriber
      repeat { number &+= 1 } while subscribers[number] != nil
      return number
    }
  }

  let state = Monitor(State())
  /// How many events the reader may read: only tests set a number.
  let readingLimit = Monitor<Int?>(nil)
  let removals = PendingRemovals()

  private init() {}

  /// How many watches the process may take from now on.
  package func setAllowance(_ allowance: WatchAllowance) {
    state.withLock { state in
      state.allowance = allowance
      state.allowedWatches = allowance.watches(of: InotifyLimits.current.watches?.value)
    }
  }

  /// Watches of all subscribers.
  package var watchCount: Int { state.withLock { $0.table.count } }

  package func subscribe(_ inbox: EventInbox) throws(EventSourceError) -> any EventSubscription {
    try state.withLock { (state) throws(EventSourceError) -> any EventSubscription in
      if let failure = state.failure { throw failure }
      if state.instance == nil { try start(&state) }
      state.lastSubscriber = state.unusedSubscriber
      state.subscribers[state.lastSubscriber] = inbox
      return HubSubscription(hub: self, subscriber: state.lastSubscriber)
    }
  }

  /// Tells everyone that there are no events any more.
  func fail(_ reason: Errno, _ state: inout State) {
    state.failure = .died(reason)
    for inbox in state.subscribers.values { inbox.deliver(failure: .died(reason)) }
    removals.end()
  }

  /// Removes a watch that has no owner any more.
  func remove(_ watch: WatchDescriptor, _ state: inout State) {
    state.removalCount += 1
    if state.instance?.unwatch(watch) == true { removals.wasQueued() }
  }

  private func start(_ state: inout State) throws(EventSourceError) {
    let instance = try LibraryInstance.start()
    let mounts = MountWatch()
    state.instance = instance
    state.mounts = mounts
    state.allowedWatches = state.allowance.watches(of: InotifyLimits.current.watches?.value)
    do throws(Errno) {
      try DedicatedThread.start(named: "cachewatch-read") {
        var reader = EventReader(hub: self, instance.descriptor, mounts)
        reader.run()
      }
    } catch {
      state.instance = nil
      state.mounts = nil
      mounts.close()
      instance.close()
      throw .instance(error, limit: nil)
    }
  }
}

/// A subscriber's view of the hub.
final class HubSubscription: EventSubscription {
  private let hub: EventHub
  private let subscriber: UInt16

  /// So many watches are removed at a time.
  private static let pieceSize = 256

  init(hub: EventHub, subscriber: UInt16) {
    self.hub = hub
    self.subscriber = subscriber
  }

  deinit {
    cancel()
  }

  func watch(
    _ descriptor: Descriptor, as token: WatchToken, for mask: EventMask
  ) throws(WatchError) -> WatchDescriptor {
    hub.removals.waitForRoom()
    // Through the working directory it takes two thirds of the time.
    let isWorkingDirectory = ThreadDirectory.isOwn && (try? descriptor.makeWorkingDirectory()) != nil
    // Without the lock: the kernel takes its time, and threads that scan would queue up behind each other.
    let (instance, removals) = try hub.state.withLock { (state) throws(WatchError) in try current(state) }
    var watch = try place(descriptor, mask, isWorkingDirectory, instance)
    return try hub.state.withLock { (state) throws(WatchError) -> WatchDescriptor in
      let (instance, removalsNow) = try current(state)
      // The watch may have been another's last, and gone between the two steps.
      if removals != removalsNow { watch = try place(descriptor, mask, isWorkingDirectory, instance) }
      if state.table.count >= state.allowedWatches, !state.table.contains(watch) {
        hub.remove(watch, &state)
        throw .limitReached
      }
      state.table.insert(WatchTable.Owner(subscriber: subscriber, token: token, mask: mask), for: watch)
      return watch
    }
  }

  private func current(_ state: EventHub.State) throws(WatchError) -> (LibraryInstance, removals: UInt64) {
    guard let instance = state.instance, state.failure == nil, state.subscribers[subscriber] != nil else {
      throw .system(.badDescriptor)
    }
    return (instance, state.removalCount)
  }

  private func place(
    _ descriptor: Descriptor, _ mask: EventMask, _ isWorkingDirectory: Bool, _ instance: LibraryInstance
  ) throws(WatchError) -> WatchDescriptor {
    do throws(Errno) {
      return try instance.watch(descriptor, isWorkingDirectory: isWorkingDirectory, for: mask)
    } catch {
      throw error == .noSpace ? .limitReached : .system(error)
    }
  }

  func unwatch(_ watch: WatchDescriptor, as token: WatchToken) {
    hub.removals.waitForRoom()
    let owner = WatchTable.Owner(subscriber: subscriber, token: token, mask: [])
    hub.state.withLock { state in
      if state.table.remove(owner, from: watch) { hub.remove(watch, &state) }
    }
  }

  func tokens(of watch: WatchDescriptor) -> [WatchToken] {
    hub.state.withLock { state in
      var tokens: [WatchToken] = []
      state.table.forEachOwner(of: watch) { if $0.subscriber == subscriber { tokens.append($0.token) } }
      return tokens
    }
  }

  func requestBarrier() -> UInt64 {
    hub.state.withLock { state in
      let (generation, mustStart) = state.barrier.request()
      guard mustStart, let instance = state.instance, state.failure == nil else { return generation }
      // A reader that waits on a host's instance would never say that it is not ours any more.
      if instance.isAlive { instance.touchSentinel() } else { hub.fail(.badDescriptor, &state) }
      return generation
    }
  }

  func cancel() {
    var rest = hub.state.withLock { state in
      state.subscribers.removeValue(forKey: subscriber) == nil ? [] : state.table.watches(of: subscriber)[...]
    }
    while !rest.isEmpty {
      hub.removals.waitForRoom()
      // In pieces: the reader waits for the lock, and the kernel's queue fills meanwhile.
      hub.state.withLock { state in
        for (watch, owner) in rest.prefix(Self.pieceSize) where state.table.remove(owner, from: watch) {
          hub.remove(watch, &state)
        }
      }
      rest = rest.dropFirst(Self.pieceSize)
    }
  }
}
