internal import SystemCalls

extension SizeTracker {
  /// Returns when every change made before the call is in the tree; before the first scan is done, waits for that.
  ///
  /// Costs microseconds when nothing else is to be done. Later changes do not prolong it.
  /// - Throws: `cancelled` when the task is, `eventsLost` when there are no events any more.
  public func synchronize() async throws(TrackerError) {
    try await core.facts.signals.reached(core.barrier())
  }

  /// Returns when every change made before the call is in the tree. Blocks the calling thread.
  @available(*, noasync)
  public func synchronize() throws(TrackerError) {
    _ = try core.facts.signals.wait(for: core.barrier())
  }

  /// A barrier, then `syncfs` and a second look at what was recently written: from then on the allocated bytes are
  /// those after writeback.
  ///
  /// Takes as long as the file system needs to write its dirty data. What XFS gives back minutes later is not covered.
  public func settle() async throws(TrackerError) {
    try await synchronize()
    await core.writeBackInBackground()
    try await core.facts.signals.reached(core.settling())
  }

  /// A barrier, then `syncfs` and a second look at what was recently written. Blocks the calling thread.
  @available(*, noasync)
  public func settle() throws(TrackerError) {
    try synchronize()
    core.writeBack()
    _ = try core.facts.signals.wait(for: core.settling())
  }

  // MARK: Audit

  /// Compares every directory with the disk now, repairs what is different, and says how much that was.
  ///
  /// The tracker does so by itself every few hours, on a budget; this takes as long as a scan. It is the only remedy
  /// for what no event reports.
  /// - Throws: `cancelled` when the task is, `closed` when the tracker ends, `eventsLost` when there are no events any more.
  public func audit() async throws(TrackerError) -> AuditReport {
    try await synchronize()
    try await core.facts.signals.reached(core.auditing())
    return core.facts.signals.report
  }

  /// Compares every directory with the disk now, and repairs what is different. Blocks the calling thread.
  @available(*, noasync)
  public func audit() throws(TrackerError) -> AuditReport {
    try synchronize()
    _ = try core.facts.signals.wait(for: core.auditing())
    return core.facts.signals.report
  }

  // MARK: Changes and events

  /// Counts the changes of numbers, states and events.
  public var revision: UInt64 { core.facts.signals.revision }

  /// Blocks until something changed after a revision: numbers, a state, an event.
  ///
  /// - Returns: the newest revision, which is the old one when the time is up; nil when the tracker has ended.
  @available(*, noasync)
  public func waitForChange(after revision: UInt64, timeout: Duration? = nil) -> UInt64? {
    let signals = core.facts.signals
    do throws(TrackerError) {
      _ = try signals.wait(for: .change(after: revision), until: timeout.map { MonotonicTime.now + $0 })
    } catch {
      return nil
    }
    return signals.revision
  }

  /// The events after a sequence number, oldest first; the last 256 are kept.
  public func events(after sequence: UInt64) -> [TrackerEvent] {
    core.facts.signals.events(after: sequence)
  }
}
