internal import FileEvents
internal import SizeTrees
internal import Synchronization
internal import SystemCalls

/// What is true of a tracker as a whole, beside its tree: read by any thread, written by the tracker's own.
final class TrackerFacts: Sendable {
  /// What the tracker is doing.
  enum Phase: UInt8 {
    case scanning, tracking, rescanning, gone
  }

  let root: BytePath
  let clock: TrackerClock
  /// Whether no permission hides anything from this process.
  let seesEverything: Bool
  /// How many threads scan, including the tracker's own.
  let scanThreads: Int
  let signals = TrackerSignals()

  private let phaseBits = Atomic<UInt8>(Phase.scanning.rawValue)
  private let reasonBits = Atomic<UInt16>(0)
  private let stopping = Atomic<Bool>(false)
  private let eventCount = Atomic<UInt64>(0)
  private let overflowCount = Atomic<Int>(0)
  private let rescanCount = Atomic<Int>(0)
  private let underflowCount = Atomic<Int>(0)
  private let audits = Monitor(AuditTotals())
  private let isFirstScanDone = Atomic<Bool>(false)
  private let watchLimitReported = Atomic<Bool>(false)
  /// What could not be examined, and whether it is an entry of a directory that could.
  private let unexamined = Monitor<[BytePath: Bool]>([:])

  init(root: BytePath, clock: TrackerClock, seesEverything: Bool, scanThreads: Int) {
    self.root = root
    self.clock = clock
    self.seesEverything = seesEverything
    self.scanThreads = scanThreads
  }

  // MARK: Reading

  var phase: Phase { Phase(rawValue: phaseBits.load(ordering: .acquiring)) ?? .scanning }
  var isGone: Bool { phase == .gone }
  var isStopping: Bool { stopping.load(ordering: .relaxed) }
  var hasScanned: Bool { isFirstScanDone.load(ordering: .relaxed) }
  var reasons: UsageReasons { UsageReasons(rawValue: reasonBits.load(ordering: .relaxed)) }

  var events: UInt64 { eventCount.load(ordering: .relaxed) }

  var statistics: TrackerStatistics {
    var statistics = TrackerStatistics()
    statistics.events = eventCount.load(ordering: .relaxed)
    statistics.overflows = overflowCount.load(ordering: .relaxed)
    statistics.rescans = rescanCount.load(ordering: .relaxed)
    statistics.underflows = underflowCount.load(ordering: .relaxed)
    let audits = audits.withLock { $0 }
    statistics.audits = audits.count
    statistics.driftedEntries = audits.entries
    statistics.driftedBytes = audits.bytes
    return statistics
  }

  /// A directory's published numbers as an answer, with its state.
  func usage(_ totals: PublishedUsage) -> DirectoryUsage {
    let phase = phase
    guard phase != .gone else { return DirectoryUsage(state: .gone) }
    let reasons = UsageReasons(rawValue: totals.reasons).union(reasons)
    let state: UsageState =
      switch phase {
      case .scanning: .scanning
      case .rescanning: .rescanning
      default: reasons.isEmpty ? .live : reasons == .writeback ? .settling : .degraded
      }
    return DirectoryUsage(
      allocatedBytes: totals.allocatedBytes, apparentBytes: totals.apparentBytes, files: Int(totals.files),
      directories: Int(totals.directories), state: state, reasons: reasons)
  }

  /// When entries of a directory are looked at again after their last event.
  func schedule(for tree: TrackedTree, _ directory: DirectoryID) -> SettleList.Schedule {
    tree.fileSystem(at: directory)?.trimsMinutesLater == true
      ? .trimming(writeback: clock.writebackDelay) : .ordinary(writeback: clock.writebackDelay)
  }

  // MARK: Writing

  func stop() { stopping.store(true, ordering: .relaxed) }

  func count(events: Int) { eventCount.wrappingAdd(UInt64(events), ordering: .relaxed) }

  func countOverflow() {
    overflowCount.wrappingAdd(1, ordering: .relaxed)
    insert(.overflow)
  }

  /// Whether a file with names outside of the tree has no watch: writes through those names are seen by the poll only.
  func set(hasUnwatchedLinks: Bool, becauseOfLimit: Bool) {
    let reason: UsageReasons = becauseOfLimit ? .watchLimit : .inputOutput
    let now: UsageReasons = hasUnwatchedLinks ? reason : []
    guard now != reasons.intersection([.watchLimit, .inputOutput]) else { return }
    remove([.watchLimit, .inputOutput])
    if hasUnwatchedLinks { insert(reason) }
  }

  /// Whether so much was written that everything is looked at again after writeback.
  func set(isSettlingEverywhere: Bool) {
    if isSettlingEverywhere { insert(.writeback) } else { remove(.writeback) }
  }

  /// Until the places of the mounts have been looked at, numbers there may be those of what they cover.
  func mountsChanged() { insert(.mountChanged) }

  func mountsAreIn() {
    if reasons.contains(.mountChanged) { remove(.mountChanged) }
  }

  func sourceFailed(_ failure: EventSourceError) {
    guard !reasons.contains(.eventsLost) else { return }
    insert(.eventsLost)
    let message = failure.message(root: root)
    signals.post(.degraded(.eventsLost), root, message)
    signals.fail(TrackerError(code: .eventsLost, path: root, message: message))
  }

  func beginRescan() {
    rescanCount.wrappingAdd(1, ordering: .relaxed)
    if phase == .tracking { set(.rescanning) }
    signals.post(.rescan, root, "the kernel's queue of events overflowed; '\(root)' is scanned again")
  }

  func endRescan() {
    remove(.overflow)
    if phase == .rescanning { set(.tracking) }
  }

  /// Every pass counts; what it found is an event when it found something.
  func auditIsDone(_ report: AuditReport) {
    audits.withLock { audits in
      audits.count += 1
      audits.entries += report.entries
      audits.bytes = audits.bytes.addingReportingOverflow(report.bytes).partialValue
    }
    guard !report.isClean else { return }
    signals.post(.drift(bytes: report.bytes, entries: report.entries), root, nil)
  }

  /// There are watches again: the next shortage is news.
  func watchesSuffice() { watchLimitReported.store(false, ordering: .relaxed) }

  func sumsFellBelowZero(_ times: Int) {
    underflowCount.store(times, ordering: .relaxed)
    insert(.overflow)
    signals.post(
      .error, root, "the sums of '\(root)' fell below zero, which is a bug in cachewatch; everything is counted again")
  }

  func rootIsGone() {
    // The event first: whoever sees the state finds the event that explains it.
    signals.post(.gone, root, "'\(root)' is not there any more; it is tracked again when it comes back")
    set(.gone)
  }

  func rootIsBack() {
    signals.post(.reattached, root, nil)
    set(.rescanning)
  }

  func rootIsScanned() { set(.tracking) }

  func firstScanIsDone() {
    isFirstScanDone.store(true, ordering: .relaxed)
    if phase == .scanning { set(.tracking) }
    signals.post(.ready, root, nil)
  }

  /// Reported once until watches are free again: every new directory meets the limit.
  func ranOutOfWatches(needed: Int) {
    guard !watchLimitReported.exchange(true, ordering: .relaxed) else { return }
    signals.post(.degraded(.watchLimit), root, WatchLimits.message(root: root, needed: needed))
  }

  /// A directory or file cannot be examined: said once for each.
  func cannotExamine(_ failure: ScanFindings.Failure) {
    let isNew = unexamined.withLock { paths in
      paths.count < ScanFindings.failureLimit && paths.updateValue(failure.isEntry, forKey: failure.path) == nil
    }
    guard isNew else { return }
    let reasons: UsageReasons = failure.reason == .permissionDenied ? .unreadable : .inputOutput
    signals.post(.degraded(reasons), failure.path, "cannot read '\(failure.path)': \(failure.reason)")
  }

  /// The next time that it, or something in it, cannot be is news again.
  func canExamine(_ path: BytePath) {
    keepUnexamined { unexamined, _ in unexamined.below(path) == nil }
  }

  func keepUnexamined(where isKept: (_ path: BytePath, _ isEntry: Bool) -> Bool) {
    unexamined.withLock { paths in
      if !paths.isEmpty { paths = paths.filter { isKept($0.key, $0.value) } }
    }
  }

  private func set(_ phase: Phase) {
    phaseBits.store(phase.rawValue, ordering: .releasing)
    signals.bump()
  }

  private func insert(_ reason: UsageReasons) {
    reasonBits.bitwiseOr(reason.rawValue, ordering: .relaxed)
    signals.bump()
  }

  private func remove(_ reason: UsageReasons) {
    reasonBits.bitwiseAnd(~reason.rawValue, ordering: .relaxed)
  }
}

/// What all audits together found.
private struct AuditTotals {
  var count = 0
  var entries = 0
  var bytes: UInt64 = 0
}
