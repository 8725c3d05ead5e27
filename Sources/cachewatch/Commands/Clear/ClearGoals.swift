internal import ByteCounts
internal import CacheClearing
internal import SystemCalls

/// Free space is a goal of a file system, and not of each PATH on it.
struct ClearGoals {
  private let options: ClearOptions

  init(_ options: ClearOptions) {
    self.options = options
  }

  /// The PATHs by what can be done at once: those of one queue go one after the other. Those on one file system may share
  /// inodes, and the goal of free space.
  func queues(of targets: [ClearTarget]) -> [[Int]] {
    Dictionary(grouping: targets.indices) { targets[$0].device }.values.sorted { $0[0] < $1[0] }
  }

  /// What plans that are not carried out yet are going to free where a directory lies.
  func expectedBytes(for target: ClearTarget, after plans: [ClearingPlan]) -> UInt64 {
    plans.filter { $0.device == target.device }.map { $0.totals?.freedBytes ?? 0 }.saturatingSum
  }

  /// Whether a goal is out of reach. What is to be free counts only with the last plan for a file system: those before
  /// it need not free all of that themselves.
  func isMissed(by plans: [ClearingPlan]) -> Bool {
    plans.indices.contains { index in
      let (plan, later) = (plans[index], plans[(index + 1)...])
      return plan.shortfallBytes > 0 && (options.limitsSize || !later.contains { $0.device == plan.device })
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
