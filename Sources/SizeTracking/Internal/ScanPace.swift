internal import SystemCalls

/// Whether a thread of a scan mostly waits for the disk, as opposed to now and then for another thread.
struct ScanPace {
  private var pieces = 0
  /// Whether the thread waited in the last pieces that were looked at, the newest in the lowest bit.
  private var waits: UInt8 = 0

  /// A look costs as much as a tenth of a small directory.
  private static let piecesPerLook = 8
  private static let looks: UInt8 = 0b1111
  private static let manyWaits = 3

  /// Does a piece of work.
  /// - Returns: whether that, and most of what was looked at before it, had to wait.
  mutating func isSlow(_ work: () -> Void) -> Bool {
    defer { pieces += 1 }
    guard pieces % Self.piecesPerLook == 0 else {
      work()
      return false
    }
    let before = ThreadWaits.count()
    work()
    waits = waits << 1 | (ThreadWaits.count() > before ? 1 : 0)
    return (waits & Self.looks).nonzeroBitCount >= Self.manyWaits
  }
}
