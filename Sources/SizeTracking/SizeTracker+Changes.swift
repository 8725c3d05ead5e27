internal import SizeTrees
public import SystemCalls

extension SizeTracker {
  /// The numbers of a directory each time they change, at most once per interval; the first at once.
  ///
  /// The latest wins: a slow reader skips what is old, and nothing piles up. Where the tree holds no directory of that
  /// path, its state is `gone`. The sequence ends with the tracker, and does not keep it alive.
  public func changes(of path: BytePath = "", every interval: Duration = .zero) -> UsageChanges {
    UsageChanges(core: core, path: path, interval: interval)
  }

  /// How far the first scan has come, until it is done.
  public var scanProgressUpdates: ScanProgressUpdates {
    ScanProgressUpdates(core: core)
  }
}

/// A directory's numbers, as they change.
public struct UsageChanges: AsyncSequence, Sendable {
  let core: TrackerCore
  let path: BytePath
  let interval: Duration

  /// Starts with the numbers as they are.
  public func makeAsyncIterator() -> Iterator {
    Iterator(core: core, path: path, interval: interval)
  }

  /// Waits for each change.
  public struct Iterator: AsyncIteratorProtocol {
    let core: TrackerCore
    let path: BytePath
    let interval: Duration
    private var last: DirectoryUsage?
    private var lastTime: MonotonicTime?

    init(core: TrackerCore, path: BytePath, interval: Duration) {
      self.core = core
      self.path = path
      self.interval = interval
    }

    /// The next numbers that differ from the last; nil when the tracker has ended or the task is cancelled.
    public mutating func next() async -> DirectoryUsage? {
      let signals = core.facts.signals
      while !signals.isClosed {
        if let lastTime, interval > .zero {
          let pause = lastTime + interval - .now
          if pause > .zero { try? await Task.sleep(for: pause) }
        }
        guard !Task.isCancelled else { return nil }
        // Before the look: what moves after it is news.
        let structure = core.published.structureRevision
        let handle = core.handle(at: path)
        let usage = core.current(handle)
        if usage != last {
          last = usage
          lastTime = .now
          return usage
        }
        do throws(TrackerError) {
          try await signals.reached(
            .news { [core] in
              core.current(handle) != usage || core.published.structureRevision != structure
            })
        } catch {
          return nil
        }
      }
      return nil
    }
  }
}

/// How far the first scan has come.
public struct ScanProgressUpdates: AsyncSequence, Sendable {
  let core: TrackerCore

  /// Starts with the progress so far.
  public func makeAsyncIterator() -> Iterator {
    Iterator(core: core)
  }

  /// Waits for progress.
  public struct Iterator: AsyncIteratorProtocol {
    let core: TrackerCore
    private var isLast = false
    private var revision: UInt64 = 0

    init(core: TrackerCore) {
      self.core = core
    }

    /// The next report; the last one says that the scan is finished.
    public mutating func next() async -> ScanProgress? {
      guard !isLast else { return nil }
      let signals = core.facts.signals
      do throws(TrackerError) {
        try await signals.reached(.change(after: revision))
      } catch {
        return nil
      }
      revision = signals.revision
      let progress = core.scanProgress
      isLast = progress.isFinished
      return progress
    }
  }
}
