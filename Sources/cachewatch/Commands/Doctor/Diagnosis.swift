internal import FileEvents
internal import SizeTracking
internal import SystemCalls

/// Everything that `doctor` finds out, and what follows from it.
struct Diagnosis {
  let limits = InotifyLimits.current
  let use: InotifyUse
  let paths: [PathDiagnosis]

  /// - Parameter use: What was in use before the self-tests, which use inotify too.
  init(use: InotifyUse, paths: [PathDiagnosis]) {
    self.use = use
    self.paths = paths
  }

  /// The watches that a new watch could take: it leaves a reserve to other programs.
  var watchesLeft: Int? {
    guard let limit = limits.watches?.value else { return nil }
    return max(0, min(WatchAllowance.leavingReserve.watches(of: limit), limit - use.watches))
  }

  var instancesLeft: Int? { limits.instances.map { max(0, $0.value - use.instances) } }

  /// What does not work, in sentences.
  var problems: [String] {
    var problems: [String] = []
    if limits.watches == nil { problems.append("/proc/sys/fs/inotify does not say what inotify allows") }
    if instancesLeft == 0 {
      problems.append("no inotify instance is left: this user's processes hold \(use.instances)")
    }
    return problems + paths.flatMap { $0.problems(watchesLeft: watchesLeft) }
  }

  /// What to raise.
  var advice: [Advice] {
    var advice: [Advice] = []
    let needed = paths.map(\.directories).max() ?? 0
    if let limit = limits.watches, let left = watchesLeft, needed > left {
      advice.append(.watches(limit, needed: 2 * (needed + use.watches)))
    }
    if let limit = limits.instances, instancesLeft == 0 {
      advice.append(.instances(limit, inUse: use.instances))
    }
    return advice
  }
}
