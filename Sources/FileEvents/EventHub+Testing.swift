internal import SystemCalls

extension EventHub {
  /// Lets the kernel's queue fill, or goes on reading: for tests of overflows. Once it has returned, no event is
  /// read.
  package func setReaderPaused(_ isPaused: Bool) {
    state.withLock { _ in readingLimit.signal { $0 = isPaused ? 0 : nil } }
  }

  /// Has a paused reader read and deliver so many events, which must have happened already.
  package func read(_ count: Int) {
    readingLimit.signal { $0 = count }
    readingLimit.wait(until: nil, for: { $0 == 0 }) { _ in }
  }

  /// Blocks until the removal of a watch waits for the reader, or for a minute.
  /// - Returns: whether one waits.
  package func awaitRemovalHeldBack() -> Bool {
    removals.awaitWaiter(until: .now + .seconds(60))
  }
}
