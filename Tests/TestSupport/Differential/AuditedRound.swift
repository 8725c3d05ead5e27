package import SizeTracking
internal import SystemCalls

/// The end of a round in which something happened that no event reports: links made outside, space that XFS gives back
/// late, and directories that an overlay copies up.
///
/// An audit repairs whatever is wrong, so it would also hide what the tracker has missed. Therefore every directory
/// that has nothing to do with links has to be right before.
package struct AuditedRound: Sendable {
  /// The directories without an inode below that has several names, before the audit.
  package let comparison: Comparison
  package let report: AuditReport

  init(_ tracker: SizeTracker, on kind: TestDisk.Kind) throws {
    let walk = try IndependentWalk(root: tracker.root)
    // A second look may find the names outside, and put a file down for a third.
    let found = try TrackedCounts.atRest(tracker, expecting: .settling)
    func comparable(_ counts: [BytePath: DiskCount]) -> [BytePath: DiskCount] {
      // Those that are not on the disk stay in, to be found.
      var counts = counts.filter { !walk.directoriesWithLinks.contains($0.key) }
      // A link to a lower file copies up the directories above that file, with no event there.
      if kind == .overlay { for path in counts.keys { counts[path]?.allocatedBytes = 0 } }
      return counts
    }
    comparison = Comparison(
      expected: comparable(walk.counts), found: comparable(found.counts), complaints: found.complaints)
    try SpaceTrim.run(at: tracker.root)
    report = try tracker.audit()
    try tracker.settle()
  }

  /// Whether something can happen on such a disk, with such operations, that only an audit finds.
  static func isNeeded(on kind: TestDisk.Kind, extras: Set<WorkloadExtra>) -> Bool {
    kind == .xfs || kind == .overlay || extras.contains(where: \.isSilent)
  }
}
