/// Generations of barriers, of which one at a time is on its way through the kernel's queue.
///
/// The kernel merges equal events that follow one another, so an event cannot carry a number: it stands for the
/// generation that was on its way, whose event was queued behind everything that happened before it was asked for. Who
/// asks meanwhile waits for the next one.
struct Barrier {
  private var passed: UInt64 = 0
  private var isOnItsWay = false
  private var isNextWanted = false

  /// Asks for a barrier.
  /// - Returns: its generation, and whether its event must be queued now.
  mutating func request() -> (generation: UInt64, mustStart: Bool) {
    if isOnItsWay {
      isNextWanted = true
      return (passed + 2, false)
    }
    isOnItsWay = true
    return (passed + 1, true)
  }

  /// The event came, or an overflow stands for it.
  /// - Returns: the generation that is passed now, and whether the next one's event must be queued.
  mutating func pass() -> (generation: UInt64, mustStart: Bool)? {
    guard isOnItsWay else { return nil }
    passed += 1
    isOnItsWay = isNextWanted
    isNextWanted = false
    return (passed, isOnItsWay)
  }
}
