internal import SystemCalls

/// Gathers what goes while a tree is walked.
struct Choosing {
  private let survey: TreeSurvey
  private let rules: PlanningRules
  private let order: RecencyOrder
  /// What goes for what it is.
  private var certain: [Choice] = []
  private var least: LeastRecentlyUsed
  /// Names of inodes that have more names inside than came up so far.
  private var incomplete: [FileIdentity: [Choice]] = [:]

  init(_ walk: PlanningWalk, needs: Relief, survey: TreeSurvey) {
    self.survey = survey
    rules = walk.rules
    order = RecencyOrder(directories: walk.directories, now: walk.rules.now)
    least = LeastRecentlyUsed(needs: needs, in: order)
  }

  mutating func add(_ finding: Finding) {
    guard finding.details.kind != .directory else { return }
    switch finding.verdict {
    case .stays: break
    case .goes(let reason): certain.append(choice(finding, reason))
    case .mayGo: offer(finding)
    }
  }

  /// - Returns: the files that go, and by how much the goals are missed.
  mutating func finish() -> (choices: [Choice], missing: Relief) {
    let order = order
    var (choices, missing) = least.finish()
    for choice in choices {
      for other in choice.others { other.reason = choice.reason }
      certain += choice.others
    }
    choices += certain
    choices.sort { order.precedes($0, $1) }
    return (choices, missing)
  }

  private func choice(_ finding: Finding, _ reason: ClearingReason) -> Choice {
    Choice(finding, used: rules.used(finding.details), reason: reason)
  }

  private mutating func offer(_ finding: Finding) {
    let details = finding.details
    guard !least.needs.isNone else { return }
    guard !least.isBeyond(rules.used(details)) else {
      // What it waited with would be beyond too.
      if details.links > 1 { incomplete[details.identity.file] = nil }
      return
    }
    if details.links == 1 {
      least.offer(choice(finding, .leastRecentlyUsed))
    } else if let inode = survey.inodes[details.identity.file], !inode.isKept {
      wait(choice(finding, .leastRecentlyUsed), inode)
    }
  }

  /// The names of an inode go together, for its last one only brings something.
  private mutating func wait(_ choice: Choice, _ inode: TreeSurvey.LinkedInode) {
    let file = choice.details.identity.file
    var names = incomplete[file, default: []]
    names.append(choice)
    guard names.count == inode.namesInside - inode.goingNames else {
      incomplete[file] = names
      return
    }
    incomplete[file] = nil
    let order = order
    names.sort { order.precedes($0, $1) }
    let last = names.removeLast()
    last.others = names
    last.isLinkedOutside = inode.namesInside != inode.names
    least.offer(last)
  }
}
