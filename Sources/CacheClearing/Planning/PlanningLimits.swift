internal import ByteCounts
internal import SystemCalls

/// What several policies come to together: of two limits of one kind the stricter one holds.
struct PlanningLimits: Sendable {
  private(set) var named = NamedEntries()
  private(set) var maximumAge: Duration?
  private(set) var maximumSize: UInt64?
  private var minimumFree: [FreeSpaceGoal] = []

  init(_ policies: [ClearingPolicy], below root: BytePath) throws(ClearingError) {
    func invalid(_ reason: String) -> ClearingError {
      ClearingError(code: .invalidPlan, path: root, message: "cannot clear '\(root)': \(reason)")
    }
    for policy in policies {
      switch policy {
      case .everything: break
      case .entries(let paths):
        for path in paths where !named.insert(path) { throw invalid("'\(path)' is no path below it") }
      case .olderThan(let age): maximumAge = min(maximumAge ?? age, age)
      case .leastRecentlyUsed(let size): maximumSize = min(maximumSize ?? size.bytes, size.bytes)
      case .untilFree(.percent(let share)) where !(0...100).contains(share):
        throw invalid("\(share) percent of a file system cannot be free")
      case .untilFree(let goal): minimumFree.append(goal)
      }
    }
  }

  /// Whether some entries go for what they are, and not for what is to be reached.
  var namesOrAges: Bool { !named.isEmpty || maximumAge != nil }

  /// Whether something is to be reached.
  var hasGoals: Bool { maximumSize != nil || !minimumFree.isEmpty }

  /// What deleting the least recently used has to bring, once the rest is gone.
  func needs(after survey: TreeSurvey, on space: FileSystemSpace) -> Relief {
    let size = maximumSize.map { survey.bytes.lessAtMost(survey.going.size).lessAtMost(UInt128($0)) }
    let missing = missingBytes(on: space)
    let free = missing == 0 ? 0 : missing + UInt128(space.reserveDebt ?? 0)
    return Relief(size: size ?? 0, free: free.lessAtMost(survey.going.free))
  }

  /// How much more others than root are to be able to fill.
  private func missingBytes(on space: FileSystemSpace) -> UInt128 {
    freeBytes(on: space).lessAtMost(UInt128(space.freeBytes))
  }

  /// What deleting brings to root's reserve before it brings anything nearer to the goal; nil where no one knows.
  func refillBytes(on space: FileSystemSpace) -> UInt64? {
    missingBytes(on: space) == 0 ? 0 : space.reserveDebt
  }

  /// How much is to be free on the file system.
  private func freeBytes(on space: FileSystemSpace) -> UInt128 {
    minimumFree.reduce(0) { most, goal in max(most, UInt128(goal.bytes(of: space.totalBytes))) }
  }
}
