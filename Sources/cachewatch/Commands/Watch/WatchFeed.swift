internal import SizeTracking
internal import SystemCalls

/// Reports what happens to one root, on a thread of its own that sleeps while nothing does.
struct WatchFeed: Sendable {
  private let tracker: SizeTracker
  private let options: WatchOptions
  private let printer: WatchPrinter

  init(_ tracker: SizeTracker, _ options: WatchOptions) {
    self.tracker = tracker
    self.options = options
    printer = WatchPrinter(options)
  }

  /// Returns when the output cannot be written any more, or the tracker has ended.
  func run() -> ExitStatus {
    var changes = UsageChangeFilter()
    var sequence: UInt64 = 0
    var due = MonotonicTime.now
    show(first: &changes)
    due = due + options.interval
    while true {
      let revision = tracker.revision
      var isReadyNow = false
      for event in tracker.events(after: sequence) {
        sequence = event.sequence
        changes.note(event)
        isReadyNow = isReadyNow || event.kind == .ready
        printer.print(event)
      }
      if isReadyNow { due = .now }
      let isDue = due <= .now
      if isDue, show(&changes) { due = .now + options.interval }
      if let status = finishedWriting() { return status }
      let isSpared = changes.isReady
      guard waitForChange(after: revision, until: isDue ? nil : due, isSpared) else { return .done }
    }
  }

  /// - Parameters:
  ///   - due: when lines that are held back must be shown; nil when there are none.
  ///   - isSpared: whether this thread is not to wake for everything that changes.
  private func waitForChange(after revision: UInt64, until due: MonotonicTime?, _ isSpared: Bool) -> Bool {
    guard let due else { return tracker.waitForChange(after: revision) != nil }
    let left = due - .now
    guard left > .zero else { return true }
    guard tracker.waitForChange(after: revision, timeout: left) != nil else { return false }
    // In a storm something changes all the time, and only an event would be shown before the time is up: it may be a
    // little late, so that this thread does not wake for each batch. While the first scan goes on there is little news,
    // and its end is waited for.
    let rest = due - .now
    if isSpared, rest > .milliseconds(1) { Pause.milliseconds(rest > .milliseconds(50) ? 50 : 1) }
    return true
  }

  /// The line that says that the scan has begun.
  private func show(first changes: inout UsageChangeFilter) {
    var usage = tracker.usage
    // A small tree's scan may be over by now: that is told by what follows.
    if usage.state != .scanning { usage = DirectoryUsage(state: .scanning) }
    changes.note("", usage)
    printer.print(UsageReport(path: tracker.root, usage: usage, source: .live))
  }

  /// Shows what changed. Returns whether anything did.
  private func show(_ changes: inout UsageChangeFilter) -> Bool {
    var current: [(BytePath, DirectoryUsage)] = []
    let usage = tracker.usage
    if options.depth != 0, changes.isReady, usage.state != .gone {
      _ = tracker.forEachDirectory(below: "", maximumDepth: options.depth) { path, _, usage in
        current.append((path, usage))
      }
    } else {
      current = [("", usage)]
    }
    let changed = changes.changes(to: current)
    for (path, usage) in changed {
      printer.print(UsageReport(path: tracker.root.appending(path), usage: usage, source: .live))
    }
    return !changed.isEmpty
  }

  private func finishedWriting() -> ExitStatus? {
    guard let failure = StandardOutput.shared.flush() else { return nil }
    // Whoever read has seen enough.
    if failure == .brokenPipe { return .done }
    return StandardOutput.shared.finish()
  }
}
