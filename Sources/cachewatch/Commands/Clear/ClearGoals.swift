internal import ByteCounts
internal import CacheClearing
internal import SystemCalls

/// What is to be free is a goal of all PATHs that share it, and not of each of them.
struct ClearGoals {
  private let options: ClearOptions
  /// Nil where free space is no goal.
  private let pools: FreeSpacePools?

  init(_ options: ClearOptions, _ targets: [ClearTarget]) {
    self.options = options
    pools = options.limitsFreeSpace ? FreeSpacePools(of: targets) : nil
  }

  /// The PATHs by what can be done at once: those of one queue go one after the other. Those on one file system may share
  /// inodes, and those that may share free space would each free what is missing.
  func queues(of targets: [ClearTarget]) -> [[Int]] {
    if let pools, !targets.allSatisfy({ pools.isOwn($0.device) }) { return [Array(targets.indices)] }
    return Dictionary(grouping: targets.indices) { targets[$0].device }.values.sorted { $0[0] < $1[0] }
  }

  /// What plans that are not carried out yet are going to free for a directory.
  func expectedBytes(for target: ClearTarget, after plans: [ClearingPlan]) -> UInt64 {
    guard let pools else { return 0 }
    return plans.filter { pools.isShared($0.device, target.device) }.map { $0.totals?.freedBytes ?? 0 }.saturatingSum
  }

  /// Has what was freed before be seen where a directory lies: others than the file systems with room of their own count
  /// it only when they have noted the deletions on their disk.
  func awaitFreedSpace(for target: ClearTarget) {
    guard let pools, !pools.isOwn(target.device),
      let directory = try? Descriptor.open(target.clearer.root.bytes, [.directory, .nonBlocking])
    else { return }
    // Where that fails the plan is made all the same.
    try? directory.synchronizeFileSystem()
    directory.close()
  }

  /// Whether a goal is out of reach. What is to be free counts only with the last plan for it: those before it need not
  /// free all of that themselves.
  func isMissed(by plans: [ClearingPlan]) -> Bool {
    plans.indices.contains { index in
      let (plan, later) = (plans[index], plans[(index + 1)...])
      guard plan.shortfallBytes > 0 else { return false }
      return options.limitsSize || !later.contains { pools?.isShared($0.device, plan.device) == true }
    }
  }
}

extension ClearTarget {
  /// The file system that it lies on.
  var device: UInt64 { clearer.pinned.details.identity.file.device }
}

extension ClearingPlan {
  fileprivate var device: UInt64 { rootIdentity.file.device }
}
