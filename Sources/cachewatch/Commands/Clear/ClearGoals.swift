internal import ByteCounts
internal import CacheClearing
internal import SystemCalls

// Free space is a goal of a file system, and not of each PATH on it.

extension ClearOptions {
  /// Whether a goal is out of reach. What is to be free counts only with the last plan for a file system: those before
  /// it need not free all of that themselves.
  func isMissed(by plans: [ClearingPlan]) -> Bool {
    plans.indices.contains { index in
      let (plan, later) = (plans[index], plans[(index + 1)...])
      return plan.shortfallBytes > 0 && (limitsSize || !later.contains { $0.device == plan.device })
    }
  }
}

extension ClearingPolicy {
  /// The policy for a directory of a plan to come, when earlier plans are not carried out yet.
  func after(_ plans: [ClearingPlan], for target: ClearTarget) -> ClearingPolicy {
    guard case .untilFree(let goal) = self else { return self }
    let freed = plans.filter { $0.device == target.device }.map { $0.totals?.freedBytes ?? 0 }.saturatingSum
    guard freed > 0, let wanted = goal.bytes(on: target) else { return self }
    return .untilFree(.amount(ByteCount(bytes: wanted - min(wanted, freed))))
  }
}

extension FreeSpaceGoal {
  /// How much it comes to on the file system of a directory; nil where that does not say: no plan can be made there.
  fileprivate func bytes(on target: ClearTarget) -> UInt64? {
    do throws(Errno) {
      return bytes(of: try FileSystemSpace(of: target.clearer.root).totalBytes)
    } catch {
      return nil
    }
  }
}

extension ClearTarget {
  fileprivate var device: UInt64 { clearer.pinned.details.identity.file.device }
}

extension ClearingPlan {
  fileprivate var device: UInt64 { rootIdentity.file.device }
}
