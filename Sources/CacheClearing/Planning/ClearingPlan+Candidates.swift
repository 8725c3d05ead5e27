internal import ByteCounts
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
    let directories = walk.leavingDirectories(without: choices)
    let shared = PlaceTree(walk.directories.tree)
    candidates.reserveCapacity(choices.count + directories.count)
    choices.reverse()
    while let choice = choices.popLast() {
      let details = choice.details
      var freed = details.allocatedBytes
      if details.links > 1, let (going, left) = names[details.identity.file] {
        names[details.identity.file] = (going, left - 1)
        if left > 1 || going != details.links { freed = 0 }
      }
      let place = EntryPlace.entry(choice.name, directory: choice.directory, of: shared)
      append(place, details, freed, choice.reason, from: walk.rules)
    }
    for (number, details) in directories.sorted(by: { shared.tree.isRemovedEarlier($0.number, $1.number) }) {
      let (name, parent) = (shared.tree.name(of: number), shared.tree.parent(of: number))
      let reason = walk.directories[number].isNamed ? ClearingReason.entry : .emptied
      let place = EntryPlace.entry(name, directory: parent, of: shared)
      append(place, details, details.allocatedBytes, reason, from: walk.rules)
    }
  }

  /// Adds what a walk had to leave: one that was refused something knows less, whatever another one saw.
  mutating func note(_ others: SkippedEntries) {
    var all = others
    for entry in skipped { all.add(entry) }
    skipped = all.sorted
  }

  private mutating func append(
    _ place: EntryPlace, _ details: FileDetails, _ freed: UInt64, _ reason: ClearingReason,
    from rules: PlanningRules
  ) {
    let used = rules.used(details)
    candidates.append(
      ClearingCandidate(
        place, details: details, allocatedBytes: freed, age: used.age(at: rules.now), lastUse: used.seconds,
        reason: reason))
    var totals = totals ?? ClearingTotals()
    if details.kind == .directory { totals.directories += 1 } else { totals.files += 1 }
    totals.freedBytes = totals.freedBytes.addingSaturating(freed)
    self.totals = totals
  }
}

extension PathTree {
  /// The deepest first, and of equally deep ones the first by its path.
  fileprivate func isRemovedEarlier(_ left: Int, _ right: Int) -> Bool {
    level(of: left) == level(of: right)
      ? precedes(name(of: left), in: parent(of: left), name(of: right), in: parent(of: right))
      : level(of: left) > level(of: right)
  }
}
