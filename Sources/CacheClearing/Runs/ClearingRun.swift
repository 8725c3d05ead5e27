internal import SystemCalls

/// A clear that goes on, on threads of its own.
public final class ClearingRun: Sendable {
  private let signals: RunSignals

  init(_ signals: RunSignals) {
    self.signals = signals
  }

  /// How far the clear has come, at most every 50 milliseconds; the last report says that it is finished.
  ///
  /// The latest wins: a slow reader skips what is old, and nothing piles up.
  public var progress: ClearingProgressUpdates { ClearingProgressUpdates(signals: signals) }

  /// What the clear did, once it is done. Cancelling the waiting task does not stop the clear.
  public var report: ClearingReport {
    get async { await signals.finished() }
  }

  /// Has the clear end before the next entry; its report says so. What is deleted stays deleted.
  public func cancel() { signals.cancel() }

  /// Blocks until the clear is done.
  @available(*, noasync)
  public func waitForReport() -> ClearingReport {
    while true {
      if let report = signals.waitForReport() { return report }
    }
  }

  /// Blocks until the clear is done or the time is up.
  /// - Returns: how far it has come by then; nil once it is done.
  @available(*, noasync)
  public func waitForProgress(within duration: Duration) -> ClearingProgress? {
    signals.waitForReport(until: .now + duration) == nil ? signals.progress : nil
  }
}

/// How far a clear has come.
public struct ClearingProgressUpdates: AsyncSequence, Sendable {
  let signals: RunSignals

  /// Starts with the progress so far.
  public func makeAsyncIterator() -> Iterator {
    Iterator(signals: signals)
  }

  /// Waits for progress.
  public struct Iterator: AsyncIteratorProtocol {
    let signals: RunSignals
    private var revision: UInt64?
    private var isLast = false

    init(signals: RunSignals) {
      self.signals = signals
    }

    /// The next report; nil after the last one, and when the task is cancelled.
    public mutating func next() async -> ClearingProgress? {
      guard !isLast else { return nil }
      if let revision { await signals.progressed(after: revision) }
      guard !Task.isCancelled else { return nil }
      revision = signals.revision
      let progress = signals.progress
      isLast = progress.isFinished
      return progress
    }
  }
}
