internal import Synchronization
internal import SystemCalls

/// Whether directories are still where the sweep came to them.
///
/// Whoever may write in a cache can move a directory out of it while it is being cleared. From then on nothing in it, at
/// any depth, is any business of ours.
extension Sweep {
  /// How long a look at the way to the root counts, in nanoseconds: this is the time for which a directory that was moved
  /// out may still lose entries. A look costs three calls for each level, so for very deep trees it counts sixteen
  /// times as long as it took.
  private static let interval: UInt64 = 5_000_000
  private static let share: UInt64 = 16

  /// Notes that a directory has just been opened by its name.
  func notePlace(of visit: Visit) {
    guard let parent = visit.parent else { return }
    // The root is where it is: it was pinned, and is never looked for again.
    let due =
      parent.parent == nil ? MonotonicTime.now.nanoseconds + Self.interval : parent.placeDue.load(ordering: .relaxed)
    visit.placeDue.store(due, ordering: .relaxed)
  }

  /// Fails when a directory, or one above it, is not where it was. To be called again and again while its entries go.
  func checkPlace(of visit: Visit, _ descriptor: Descriptor) throws(Obstacle) {
    guard visit.parent != nil else { return }
    if isLost(visit) { throw .changed }
    let start = MonotonicTime.now.nanoseconds
    guard start >= visit.placeDue.load(ordering: .relaxed) else { return }
    try climb(from: visit, descriptor)
    let end = MonotonicTime.now.nanoseconds
    var above = visit.parent
    while let next = above, next.parent != nil {
      next.placeDue.store(end + Self.interval, ordering: .relaxed)
      above = next.parent
    }
    visit.placeDue.store(end + max(Self.interval, Self.share * (end - start)), ordering: .relaxed)
  }

  /// Goes up to the root by `..`, and compares each directory on the way with the one that the sweep came through.
  private func climb(from visit: Visit, _ descriptor: Descriptor) throws(Obstacle) {
    var (place, current) = (visit, descriptor)
    defer { if current != descriptor { remover.disk.disk.close(current) } }
    while let parent = place.parent {
      let inner = current
      current = try perform { disk throws(Errno) in try disk.openParent(of: inner) }
      if inner != descriptor { remover.disk.disk.close(inner) }
      let outer = current
      let above = try perform { disk throws(Errno) in try disk.details(of: outer) }
      guard above.identity == parent.identity else {
        noteLoss(of: place)
        throw .changed
      }
      place = parent
    }
  }

  private func noteLoss(of visit: Visit) {
    hasLosses.store(true, ordering: .relaxed)
    // Those below stay without a word of their own.
    if !visit.isMoved.exchange(true, ordering: .relaxed) { report(visit.path(), .changed) }
  }

  /// Whether a directory, or one above it, is known to be out of place.
  func isLost(_ visit: Visit) -> Bool {
    guard hasLosses.load(ordering: .relaxed) else { return false }
    var next: Visit? = visit
    while let visit = next {
      if visit.isMoved.load(ordering: .relaxed) { return true }
      next = visit.parent
    }
    return false
  }
}
