internal import ByteCounts
internal import Synchronization
internal import SystemCalls

/// What a planner has looked at so far. One thread counts, any may read.
final class PlanningLooks: Sendable {
  private let walk = Atomic<Int>(0)
  private let entries = Atomic<Int>(0)
  private let bytes = Atomic<UInt64>(0)

  /// Begins to count anew.
  func beginWalk() {
    entries.store(0, ordering: .relaxed)
    bytes.store(0, ordering: .relaxed)
    walk.wrappingAdd(1, ordering: .relaxed)
  }

  func count(_ details: FileDetails) {
    entries.wrappingAdd(1, ordering: .relaxed)
    bytes.store(bytes.load(ordering: .relaxed).addingSaturating(details.allocatedBytes), ordering: .relaxed)
  }

  var progress: PlanningProgress {
    PlanningProgress(
      walk: walk.load(ordering: .relaxed), entries: entries.load(ordering: .relaxed),
      allocatedBytes: bytes.load(ordering: .relaxed))
  }
}

/// How far the making of a plan has come.
package struct PlanningProgress: Hashable, Sendable {
  /// Where a goal is to be reached, the tree is walked a second time, to choose.
  package var walk: Int
  /// The names that this walk has looked at.
  package var entries: Int
  /// What those occupy; an inode with several names counts with each.
  package var allocatedBytes: UInt64
}
