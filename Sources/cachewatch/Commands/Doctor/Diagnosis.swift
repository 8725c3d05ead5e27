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
    guard let limit = limits.watches else { return nil }
    return max(0, min(WatchAllowance.leavingReserve.watches(of: limit), limit - use.watches))
  }

  var instancesLeft: Int? { limits.instances.map { max(0, $0 - use.instances) } }

  /// What does not work, in sentences.
  var problems: [String] {
    var problems: [String] = []
    if limits.watches == nil { problems.append("/proc/sys/fs/inotify does not say what inotify allows") }
    if instancesLeft == 0 {
      problems.append("all \(use.instances) inotify instances of this user are in use")
    }
    return problems + paths.flatMap { $0.problems(watchesLeft: watchesLeft) }
  }

  /// What to raise.
  var advice: [Advice] {
    var advice: [Advice] = []
    let needed = paths.map(\.directories).max() ?? 0
    if let left = watchesLeft, needed > left { advice.append(.watches(needed: 2 * (needed + use.watches))) }
    if instancesLeft == 0 { advice.append(.instances(inUse: use.instances)) }
    return advice
  }
}
