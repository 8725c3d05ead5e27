internal import SystemCalls

/// Watches that were removed and whose last event waits in the kernel's queue.
///
/// The kernel queues an event for each removal. A tracker that gives back 100,000 watches at once would overflow the
/// queue, and every other tracker of the process would have to scan again: it waits for the reader now and then.
struct PendingRemovals: Sendable {
  private struct Count {
    var waiting = 0
    var waiters = 0
    var isOver = false
  }

  private let count = Monitor(Count())

  /// A quarter of the kernel's default queue.
  static let limit = 4096

  /// One more event is in the queue.
  func wasQueued() {
    count.withLock { $0.waiting += 1 }
  }

  /// One of the events came.
  func wasRead() {
    count.signalIf { count in
      // After an overflow an event may come that counts as lost.
      count.waiting = max(0, count.waiting - 1)
      return count.waiting == Self.limit / 2
    }
  }

  /// An overflow stands for all of them.
  func wereLost() {
    count.signal { $0.waiting = 0 }
  }

  /// Nobody reads any more.
  func end() {
    count.signal { $0.isOver = true }
  }

  /// Blocks while the queue holds too many of them. Not with the hub's lock held: the reader needs it.
  func waitForRoom() {
    guard count.withLock({ $0.waiting >= Self.limit && !$0.isOver }) else { return }
    count.signal { $0.waiters += 1 }
    count.wait(until: nil, for: { $0.waiting <= Self.limit / 2 || $0.isOver }) { $0.waiters -= 1 }
  }

  /// Blocks until someone waits for room: for tests.
  /// - Returns: false when the deadline passed first.
  func awaitWaiter(until deadline: MonotonicTime) -> Bool {
    count.wait(until: deadline) { $0.waiters > 0 ? true : nil } ?? false
  }
}
