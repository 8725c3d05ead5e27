package import SystemCalls

/// Where events come from: the kernel, or a test's script.
package protocol EventSource: Sendable {
  /// Starts delivering to an inbox. Nothing is watched yet.
  func subscribe(_ inbox: EventInbox) throws(EventSourceError) -> any EventSubscription
}

/// One subscriber's watches.
package protocol EventSubscription: AnyObject, Sendable {
  /// Watches what a descriptor stands for. Watching it again gives the same number and adds the token and the
  /// mask's bits.
  ///
  /// What happens before this returns may not be reported: look at what is watched afterwards.
  ///
  /// Several tokens of one subscriber may share a watch (a bind mount shows one directory in two places): each
  /// event is then delivered once for each.
  func watch(
    _ descriptor: Descriptor, as token: WatchToken, for mask: EventMask
  ) throws(WatchError) -> WatchDescriptor

  /// Stops delivering a watch's events for this token. Events that were queued before may still come.
  func unwatch(_ watch: WatchDescriptor, as token: WatchToken)

  /// This subscriber's tokens of a watch: how a directory that was moved is recognised.
  func tokens(of watch: WatchDescriptor) -> [WatchToken]

  /// Asks for a barrier. A later batch carries this generation or a higher one.
  func requestBarrier() -> UInt64

  /// Removes every watch of this subscriber; nothing is delivered afterwards. Safe to call twice.
  func cancel()
}

/// Why a directory could not be watched.
package enum WatchError: Error, Hashable, Sendable {
  /// The user's watches, or the share of them that this process may take, are in use.
  case limitReached
  /// The kernel refused for another reason.
  case system(Errno)
}

/// Why there are no events at all.
package enum EventSourceError: Error, Hashable, Sendable {
  /// The host program uses libinotifytools itself; the library has one instance for a whole process.
  case libraryInUse
  /// The kernel refused the instance. `limit` is the user's limit of instances where that is the reason.
  case instance(Errno, limit: Int?)
  /// The user's watches are in use: there is not even one for the barriers.
  case noWatchLeft
  /// `/proc` is missing, or does not show the process's descriptors.
  case procUnavailable
  /// The library's descriptor has a number that its `select` cannot take.
  case descriptorTooHigh(Int32)
  /// The descriptor was closed or failed while in use.
  case died(Errno)
}
