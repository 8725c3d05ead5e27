internal import Synchronization
internal import SystemCalls

/// Whether directories are still where the clear came to them.
///
/// Whoever may write in a cache can move a directory out of it while it is being cleared. From then on nothing in it, at
/// any depth, is any business of ours.
final class VisitPlaces: Sendable {
  private let disk: PatientDisk
  /// Whether a directory was found to be elsewhere.
  private let hasLosses = Atomic<Bool>(false)

  /// How long a look at the way to the root counts, in nanoseconds: this is the time for which a directory that was moved
  /// out may still lose entries. A look costs three calls for each level, so for very deep trees it counts sixteen
  /// times as long as it took.
  private static let interval: UInt64 = 5_000_000
  private static let share: UInt64 = 16

  /// How many entries go between two looks at the clock, whether it is time to see where their directory is.
  static let lookInterval = 32

  init(_ disk: PatientDisk) {
    self.disk = disk
  }

  /// Notes that a directory has just been opened by its name.
  func note(_ visit: Visit) {
    guard let parent = visit.parent else { return }
    // The root is where it is: it was pinned, and is never looked for again.
    let due =
      parent.parent == nil ? MonotonicTime.now.nanoseconds + Self.interval : parent.placeDue.load(ordering: .relaxed)
    visit.placeDue.store(due, ordering: .relaxed)
  }

  /// Fails when a directory, or one above it, is not where it was. To be called again and again while its entries go.
  /// - Parameter onLoss: called with the topmost one that is elsewhere, when that is found out.
  func check(
    _ visit: Visit, _ descriptor: Descriptor, onLoss: (Visit) -> Void = { _ in }
  ) throws(Obstacle) {
    guard visit.parent != nil else { return }
    if isLost(visit) { throw .changed }
    let start = MonotonicTime.now.nanoseconds
    guard start >= visit.placeDue.load(ordering: .relaxed) else { return }
    if let place = try displaced(from: visit, descriptor) {
      hasLosses.store(true, ordering: .relaxed)
      // Those below stay without a word of their own.
      if !place.isMoved.exchange(true, ordering: .relaxed) { onLoss(place) }
      throw .changed
    }
    noteAllInPlace(from: visit, since: start)
  }

  /// Notes for a directory, and for those above it, how long the look counts that was begun at a time.
  private func noteAllInPlace(from visit: Visit, since start: UInt64) {
    let end = MonotonicTime.now.nanoseconds
    let share = Self.share * (end - start) / UInt64(max(1, visit.level))
    var next: Visit? = visit
    while let visit = next, visit.parent != nil {
      // A look from there would have taken less.
      visit.placeDue.store(end + max(Self.interval, share * UInt64(visit.level)), ordering: .relaxed)
      next = visit.parent
    }
  }

  /// Goes up to the root by `..`, and compares each directory on the way with the one that the clear came through.
  /// - Returns: the first that lies somewhere else.
  private func displaced(from visit: Visit, _ descriptor: Descriptor) throws(Obstacle) -> Visit? {
    var (place, current) = (visit, descriptor)
    defer { if current != descriptor { disk.disk.close(current) } }
    while let parent = place.parent {
      let inner = current
      current = try disk.perform { disk throws(Errno) in try disk.openParent(of: inner) }
      if inner != descriptor { disk.disk.close(inner) }
      let outer = current
      let above = try disk.perform { disk throws(Errno) in try disk.details(of: outer) }
      guard above.identity == parent.identity else { return place }
      place = parent
    }
    return nil
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
