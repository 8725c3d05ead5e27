internal import FileEvents
internal import SizeTrees
internal import Synchronization
internal import SystemCalls

/// The tracker's own thread: waits for events, has the reconciler look, and says what changed.
struct TrackingLoop: ~Copyable {
  private let core: TrackerCore
  private let reconciler: Reconciler
  private var batch = EventBatch()
  /// The newest settling that is under way or done, and the newest audit that is done.
  private var settling: UInt64 = 0
  private var audited: UInt64 = 0
  private let audit: PatrolSchedule
  private let polling: PatrolSchedule
  private let secondLook: PatrolSchedule
  /// Rescans that followed one another without a pause.
  private var storms = 0
  private var earliestRescan = MonotonicTime(nanoseconds: 0)
  /// When the last work ended, and the events that had been absorbed when it began.
  private var rested = MonotonicTime(nanoseconds: 0)
  private var eventsBefore: UInt64 = 0
  /// Events absorbed when memory was last given back.
  private var trimmedAt: UInt64 = 0

  private static let threadName = "cachewatch-tree"
  /// After so many events the heap is full of holes: buffers of every size have come and gone between what stays.
  private static let eventsPerTrim: UInt64 = 250_000
  private static let roundsAfterAudit = 4
  /// So many events between two looks are a storm: then the next look waits a moment after the last one, because one
  /// look at a name answers all of its events, and one at a directory all of its names.
  private static let stormSize: UInt64 = 64
  private static let stormWindow = Duration.milliseconds(5)
  private static let windowEvents = 8192
  /// What a pass over everything after writeback may take of one processor: its state waits for it.
  private static let secondLookPercent = 25
  private static let longestBackOff = Duration.seconds(30)
  /// So long after the last overflow the storm is over, and nobody has to wait for the rest of the back-off.
  private static let calm = Duration.milliseconds(500)

  /// Starts the thread. It holds the core, not the tracker, and ends when the core is stopped.
  static func start(_ core: TrackerCore) throws(Errno) {
    try DedicatedThread.start(named: threadName) {
      var loop = TrackingLoop(core)
      loop.run()
    }
  }

  private init(_ core: TrackerCore) {
    self.core = core
    audit = PatrolSchedule(
      .everything, every: core.options.auditInterval, budgetPercent: core.options.auditBudgetPercent)
    polling = PatrolSchedule(
      .unwatched, every: core.facts.clock.pollPause, budgetPercent: core.options.auditBudgetPercent)
    secondLook = PatrolSchedule(.writtenBack, budgetPercent: Self.secondLookPercent)
    reconciler = Reconciler(
      tree: core.tree, watches: WatchPlacer(subscription: core.subscription), facts: core.facts)
    let waiting = WaitingEvents(core)
    reconciler.drain = { [unowned reconciler] in waiting.take(into: reconciler) }
    reconciler.catchUp = { [unowned reconciler] in waiting.catchUp(absorbingInto: reconciler) }
    reconciler.finish = { [unowned reconciler] scan in
      waiting.run(scan, absorbingInto: reconciler)
    }
  }

  private mutating func run() {
    ThreadDirectory.enter()
    reconciler.start()
    core.facts.firstScanIsDone()
    audit.plan(from: core.facts.clock.now)
    while !core.facts.isStopping {
      // What is due gets its turn although there is work without an end.
      if core.requestedSettling > settling {
        settleNow()
      } else if core.requestedAudits > audited {
        auditNow()
      } else if let schedule = dueSchedule {
        step(schedule)
      }
      if hasWork {
        gather()
        takeDue()
        work()
      } else if core.requestedAudits <= audited, core.requestedSettling <= settling {
        park()
      }
    }
    ThreadDirectory.leave()
    core.subscription.cancel()
    core.facts.signals.close(TrackerError(code: .closed, path: core.tree.root, message: "the tracker was released"))
  }

  private var hasWork: Bool {
    if reconciler.needsRescan { return core.facts.clock.now >= rescanDue }
    return reconciler.hasWork
  }

  /// Takes what has come. In a storm that is what comes within a few milliseconds, unless someone waits for a barrier.
  private mutating func gather() {
    let isStorm = core.facts.events - eventsBefore >= Self.stormSize && reconciler.pending.promises.isEmpty
    let end = isStorm ? rested + Self.stormWindow : MonotonicTime(nanoseconds: 0)
    core.inbox.take(into: &batch, until: end, events: Self.windowEvents)
    reconciler.absorb(batch)
    eventsBefore = core.facts.events
  }

  /// Has what is due for a second look looked at.
  private func takeDue() {
    reconciler.takeDue(core.facts.clock.now)
    guard secondLook.patrol == nil, let patrol = reconciler.takeSecondLook() else { return }
    secondLook.begin(patrol, at: core.facts.clock.now)
  }

  private mutating func work() {
    let isRescan = reconciler.needsRescan
    let start = core.facts.clock.now
    let promises = reconciler.work()
    if isRescan { backOff(after: core.facts.clock.now - start) }
    core.settleListCount.store(reconciler.settleList.count, ordering: .relaxed)
    core.linkWatchCount.store(reconciler.linkWatches.count, ordering: .relaxed)

    // The real time, also where a test moves the clock: the inbox waits by it.
    rested = .now
    let signals = core.facts.signals
    signals.bump()
    if reconciler.needsRescan {
      // What was promised before the events were lost is kept by the rescan to come.
      reconciler.pending.promises.formUnion(promises)
      return
    }
    guard !promises.isEmpty else { return }
    // Whoever waited may want to unmount what was looked at last.
    ThreadDirectory.leave()
    signals.keep(promises)
  }

  /// A storm that never ends must not have this thread scan without a pause.
  private mutating func backOff(after duration: Duration) {
    storms = reconciler.needsRescan ? min(storms + 1, 8) : 0
    let pause = storms == 0 ? .zero : min(duration * (1 << storms), Self.longestBackOff)
    earliestRescan = core.facts.clock.now + pause
  }

  private var rescanDue: MonotonicTime { min(earliestRescan, reconciler.lastOverflow + Self.calm) }

  // MARK: Audit and polling

  private var mayPatrol: Bool { !reconciler.needsRescan && !core.facts.isGone }

  /// The pass whose next step is due.
  private var dueSchedule: PatrolSchedule? {
    guard mayPatrol else { return nil }
    let now = core.facts.clock.now
    return [secondLook, audit, polling].first { schedule in schedule.due.map { $0 <= now } ?? false }
  }

  private mutating func step(_ schedule: PatrolSchedule) {
    let clock = core.facts.clock
    if schedule.patrol == nil { schedule.begin(reconciler.patrol(schedule.beat), at: clock.now) }
    let report = schedule.step({ clock.now }) { reconciler.step(&$0) }
    core.facts.signals.bump()
    guard let report else { return }
    switch schedule.beat {
    case .everything: core.facts.auditIsDone(report)
    case .unwatched: if !reconciler.needsPolling { core.facts.watchesSuffice() }
    // The next one may be due by now.
    case .writtenBack: takeDue()
    }
  }

  /// Someone waits for a pass: it makes no pauses.
  private mutating func finish(_ patrol: Patrol) -> AuditReport {
    var patrol = patrol
    while !patrol.isDone, !core.facts.isStopping {
      reconciler.step(&patrol)
      if hasWork { work() }
    }
    return patrol.report
  }

  /// Someone waits for the second look, at all of it.
  private mutating func settleNow() {
    settling = core.requestedSettling
    reconciler.takeDue(core.facts.clock.now, everything: true)
    // What a pass that is under way has seen was before the data was written back.
    if secondLook.take() != nil { reconciler.mustLookEverywhere = true }
    if let patrol = reconciler.takeSecondLook() { _ = finish(patrol) }
    reconciler.pending.promises.formUnion(Promises(settling: settling))
  }

  private mutating func auditNow() {
    let requested = core.requestedAudits
    let report = finish(reconciler.patrol(.everything))
    // What the last step left to be done; not what comes in for ever.
    for _ in 0..<Self.roundsAfterAudit where hasWork && !core.facts.isStopping { work() }
    guard !core.facts.isStopping else { return }
    core.facts.auditIsDone(report)
    ThreadDirectory.leave()
    audited = requested
    core.facts.signals.audited(requested, report)
  }

  /// When something is to be done although nothing happens.
  private mutating func nextDue() -> MonotonicTime? {
    if reconciler.needsRescan { return rescanDue }
    var due = [reconciler.settleList.nextDue]
    if mayPatrol {
      if reconciler.needsPolling { polling.plan(from: core.facts.clock.now) } else { polling.cancel() }
      due += [audit.due, polling.due, secondLook.due]
    }
    return due.compactMap { $0 }.min()
  }

  private mutating func trimIfDue() {
    let events = core.facts.events
    guard core.options.trimsHeap, events - trimmedAt >= Self.eventsPerTrim else { return }
    trimmedAt = events
    ProcessMemory.returnFreed()
  }

  /// Sleeps until an event comes or something is due.
  private mutating func park() {
    // The thread's working directory pins a directory, which would make an unmount fail.
    ThreadDirectory.leave()
    trimIfDue()
    core.inbox.take(into: &batch, until: nextDue())
    ThreadDirectory.enter()
    reconciler.absorb(batch)
    takeDue()
  }
}

/// Reads events while the reconciler is at work on others.
private final class WaitingEvents {
  private let core: TrackerCore
  private var batch = EventBatch()

  init(_ core: TrackerCore) {
    self.core = core
  }

  func take(into reconciler: Reconciler) -> Bool {
    core.inbox.take(into: &batch, until: MonotonicTime(nanoseconds: 0))
    reconciler.absorb(batch)
    return !core.facts.isStopping
  }

  /// The events of everything that happened before the call.
  func catchUp(absorbingInto reconciler: Reconciler) {
    let generation = core.subscription.requestBarrier()
    let facts = core.facts
    while reconciler.pending.promises.barrier < generation, !facts.isStopping, !facts.reasons.contains(.eventsLost) {
      core.inbox.take(into: &batch, until: facts.clock.now + .seconds(1))
      reconciler.absorb(batch)
    }
  }

  /// Has other threads scan, and keeps reading: the kernel's queue must not fill meanwhile.
  func run(_ scan: Scan, absorbingInto reconciler: Reconciler) {
    let isDone = Monitor(false)
    let inbox = core.inbox
    let crew = ScanCrew(for: scan, size: core.facts.scanThreads) {
      isDone.signal { $0 = true }
      inbox.wake()
    }
    guard crew.start() else { return scan.help() }
    while !isDone.withLock({ $0 }) {
      inbox.take(into: &batch, until: core.facts.clock.now + .milliseconds(100))
      reconciler.absorb(batch)
      core.facts.signals.bump()
      if core.facts.isStopping { scan.cancel() }
    }
  }
}
