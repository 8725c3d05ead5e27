internal import FileEvents
internal import SizeTrees
internal import Synchronization
internal import SystemCalls

/// What a tracker's front and its thread share. It outlives the front until the thread has ended.
final class TrackerCore: Sendable {
  let tree: TrackedTree
  /// The tree's, a second time: read from here, it is not retained for each question, which a busy writer would make slow.
  let published: PublishedTotals
  let facts: TrackerFacts
  let inbox: EventInbox
  let subscription: any EventSubscription
  let options: TrackerOptions
  private let settleRequests = Atomic<UInt64>(0)
  private let auditRequests = Atomic<UInt64>(0)
  let settleListCount = Atomic<Int>(0)
  let linkWatchCount = Atomic<Int>(0)

  /// Opens and watches the root.
  init(
    root: BytePath, excluding globs: [String], staysOnFileSystem: Bool, options: TrackerOptions,
    source: any EventSource, disk: any Disk, clock: TrackerClock
  ) throws(TrackerError) {
    self.options = options
    let resolved: BytePath
    let directory: OpenDirectory
    let status: FileStatus
    do throws(Errno) {
      resolved = try root.resolved()
      directory = try disk.open(resolved)
      status = try disk.status(of: directory)
    } catch {
      throw .opening(root, toDo: "watch", error)
    }
    inbox = EventInbox()
    do throws(EventSourceError) {
      subscription = try source.subscribe(inbox)
    } catch {
      throw error.trackerError(root: resolved)
    }
    let exclusions = Exclusions(globs: globs, device: staysOnFileSystem ? status.identity.device : nil)
    tree = TrackedTree(root: resolved, status: status, disk: disk, exclusions: exclusions)
    published = tree.published
    facts = TrackerFacts(
      root: resolved, clock: clock, seesEverything: UserAccount.identifier == 0,
      scanThreads: ScanCrew.usualSize)
    let placer = WatchPlacer(subscription: subscription)
    let handle = tree.withTree { $0.handle(of: .root) }
    do throws(WatchError) {
      try placer.place(on: directory, as: handle, in: tree)
    } catch {
      subscription.cancel()
      switch error {
      case .limitReached:
        throw TrackerError(code: .watchLimit, path: resolved, message: WatchLimits.message(root: resolved, needed: 1))
      case .system(let reason):
        throw .opening(resolved, toDo: "watch", reason)
      }
    }
  }

  // MARK: Waiting

  /// The goal that is reached when every change made before now is in the tree.
  func barrier() -> TrackerSignals.Goal {
    .barrier(subscription.requestBarrier())
  }

  /// Writes back what is dirty on the file systems below the root. Blocks.
  func writeBack() {
    let mounts = (try? tree.disk.mounts())?.mounts.map(\.point) ?? []
    for place in [tree.root] + mounts where place.below(tree.root) != nil {
      guard let directory = try? tree.openPath(place) else { continue }
      try? tree.disk.synchronizeFileSystem(of: directory)
    }
  }

  /// The goal that is reached when everything written recently has been looked at again.
  func settling() -> TrackerSignals.Goal {
    let generation = settleRequests.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
    inbox.wake()
    return .settling(generation)
  }

  /// The goal that is reached when everything has been compared with the disk.
  func auditing() -> TrackerSignals.Goal {
    let generation = auditRequests.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
    inbox.wake()
    return .audit(generation)
  }

  var requestedAudits: UInt64 { auditRequests.load(ordering: .sequentiallyConsistent) }
  var requestedSettling: UInt64 { settleRequests.load(ordering: .sequentiallyConsistent) }

  /// Ends the thread; it gives the watches back.
  func stop() {
    facts.stop()
    inbox.wake()
  }
}
