internal import SystemCalls

extension ClearingPlan {
  /// Lists what goes: the files as they are ordered, then the directories, the deepest first.
  /// - Parameter choices: given up one by one, so that a million of them and of candidates are not there at a time.
  mutating func fill(taking choices: inout [Choice], from walk: PlanningWalk) {
    // How many names of an inode go, and how many have not come up yet.
    var names: [FileIdentity: (going: UInt32, left: UInt32)] = [:]
    for choice in choices where choice.details.links > 1 {
      let going = (names[choice.details.identity.file]?.going ?? 0) + 1
      names[choice.details.identity.file] = (going, going)
    }
    let directories = walk.leavingDirectories(without: choices).map { number, details in
      Directory(
        level: walk.directories.level(of: number), path: walk.directories.path(of: number), details: details,
        reason: walk.directories[number].isNamed ? .entry : .emptied)
    }
    candidates.reserveCapacity(choices.count)
    choices.reverse()
    while let choice = choices.popLast() {
      let details = choice.details
      var freed = details.allocatedBytes
      if details.links > 1, let (going, left) = names[details.identity.file] {
        names[details.identity.file] = (going, left - 1)
        if left > 1 || going != details.links { freed = 0 }
      }
      let path = walk.directories.path(of: choice.directory, choice.name)
      append(path, details, freed, choice.reason, from: walk.rules)
    }
    for directory in directories.sorted(by: Self.isRemovedEarlier) {
      append(directory.path, directory.details, directory.details.allocatedBytes, directory.reason, from: walk.rules)
    }
  }

  /// Adds what a walk had to leave: one that was refused something knows less, whatever another one saw.
  mutating func note(_ skipped: [SkippedEntry]) {
    let all = Set(unreadable).union(skipped)
    unreadable = all.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }

  private struct Directory {
    var level: Int
    var path: BytePath
    var details: FileDetails
    var reason: ClearingReason
  }

  private static func isRemovedEarlier(_ left: Directory, _ right: Directory) -> Bool {
    left.level == right.level
      ? left.path.bytes.lexicographicallyPrecedes(right.path.bytes) : left.level > right.level
  }

  private mutating func append(
    _ path: BytePath, _ details: FileDetails, _ freed: UInt64, _ reason: ClearingReason, from rules: PlanningRules
  ) {
    let used = rules.used(details)
    candidates.append(
      ClearingCandidate(
        path: path, details: details, allocatedBytes: freed, age: used.age(at: rules.now), lastUse: used.seconds,
        reason: reason))
    var totals = totals ?? ClearingTotals()
    if details.kind == .directory { totals.directories += 1 } else { totals.files += 1 }
    let (sum, overflow) = totals.freedBytes.addingReportingOverflow(freed)
    totals.freedBytes = overflow ? .max : sum
    self.totals = totals
  }
}
