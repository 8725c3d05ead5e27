internal import Synchronization
internal import SystemCalls

/// Whether directories are still where the clear came to them.
///
/// Whoever may write in a cache can move a directory out of it while it is being cleared. From then on nothing in it, at
/// any depth, is any business of ours.
final class VisitPlaces: Sendable {
  private let disk: PatientDisk
  private let clock: ClearingClock
  /// How many directories were found to be elsewhere.
  private let losses = Atomic<Int>(0)

  /// How long a look at the way to the root counts, in nanoseconds: this is the time for which a directory that was moved
  /// out may still lose entries. A look costs three calls for each level, so for very deep trees it counts sixteen
  /// times as long as it took.
  private static let interval: UInt64 = 5_000_000
  private static let share: UInt64 = 16
  /// However long it took: it may have had to wait for a processor, or for a disk.
  private static let longestInterval: UInt64 = 1_000_000_000

  init(_ disk: PatientDisk, clock: ClearingClock) {
    self.disk = disk
    self.clock = clock
  }

  /// Notes that a directory is about to be opened by its name for the first time.
  func note(_ visit: Visit) {
    guard let parent = visit.parent else { return }
    // The root is where it is: it was pinned, and is never looked for again.
    let due = parent.parent == nil ? now + Self.interval : parent.placeDue.load(ordering: .relaxed)
    visit.placeDue.store(due, ordering: .relaxed)
  }

  /// Fails when a directory, or one above it, is not where it was. To be called before each of its entries goes: on a
  /// slow disk a few of them take longer than a look counts, and the clock costs next to nothing.
  /// - Parameter onLoss: called with the topmost one that is elsewhere, when that is found out.
  func check(
    _ visit: Visit, _ descriptor: Descriptor, onLoss: (Visit) -> Void = { _ in }
  ) throws(Obstacle) {
    guard visit.parent != nil else { return }
    if isLost(visit) { throw .changed }
    let start = now
    guard start >= visit.placeDue.load(ordering: .relaxed) else { return }
    if let place = try displaced(from: visit, descriptor) {
      // Those below stay without a word of their own.
      if noteLoss(of: place) { onLoss(place) }
      throw .changed
    }
    noteAllInPlace(from: visit, since: start)
  }

  private var now: UInt64 { clock.monotonic().nanoseconds }

  /// Notes for a directory, and for those above it, how long the look counts that was begun at a time.
  private func noteAllInPlace(from visit: Visit, since start: UInt64) {
    let end = now
    let share = Self.share * (end - start) / UInt64(max(1, visit.level))
    var next: Visit? = visit
    while let visit = next, visit.parent != nil {
      // A look from there would have taken less.
      let interval = min(max(Self.interval, share * UInt64(visit.level)), Self.longestInterval)
      visit.placeDue.store(end + interval, ordering: .relaxed)
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
}

// MARK: Losses

extension VisitPlaces {
  /// Notes that a directory is out of place.
  /// - Returns: whether that is news.
  func noteLoss(of visit: Visit) -> Bool {
    guard !visit.isLost.exchange(true, ordering: .relaxed) else { return false }
    // After the mark: who counts this loss sees it.
    losses.add(1, ordering: .releasing)
    return true
  }

  /// Whether a directory, or one above it, is known to be out of place. Those on the way keep the answer until the next
  /// loss, so that it is a long way up only once after each.
  func isLost(_ visit: Visit) -> Bool {
    let losses = losses.load(ordering: .acquiring)
    var (asking, next) = ([Visit](), visit as Visit?)
    while let visit = next, !visit.isLost.load(ordering: .relaxed) {
      if visit.lossesSeen.load(ordering: .relaxed) >= losses {
        next = nil
        break
      }
      asking.append(visit)
      next = visit.parent
    }
    for visit in asking {
      if next == nil {
        visit.lossesSeen.store(losses, ordering: .relaxed)
      } else {
        visit.isLost.store(true, ordering: .relaxed)
      }
    }
    return next != nil
  }
}
