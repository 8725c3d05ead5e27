internal import ByteCounts
internal import CacheClearing

/// The options of `clear`.
struct ClearOptions {
  /// What an age counts from.
  private enum AgeWord: String, CaseIterable {
    case used, modified
  }

  var output = OutputOptions()
  var rules = ClearingRules()
  var isDryRun = false
  var isConfirmed = false
  var permissions: ClearingPermissions = []
  private var deletesEverything = false
  private var olderThan: ClearingPolicy?
  private var toSize: ClearingPolicy?
  private var untilFree: ClearingPolicy?

  init(_ line: ParsedLine) throws(UsageError) {
    for option in line.options {
      if try output.take(option) { continue }
      try take(option)
    }
    try checkCombination()
    // What a program is writing right now is no old file, whatever time it gave it.
    if isSelective, rules.minimumAge == nil { rules.minimumAge = .seconds(60) }
  }

  var isSelective: Bool { !selections.isEmpty }

  /// Whether each PATH has a goal of its own.
  var limitsSize: Bool { toSize != nil }

  /// Whether the PATHs have a goal together with all others that share free space.
  var limitsFreeSpace: Bool { untilFree != nil }

  var policies: [ClearingPolicy] { isSelective ? selections : [.everything] }

  private var selections: [ClearingPolicy] { [olderThan, toSize, untilFree].compactMap(\.self) }

  private mutating func take(_ option: ParsedLine.Occurrence) throws(UsageError) {
    let argument = option.argument
    switch option.key {
    case .everything: deletesEverything = true
    case .olderThan: olderThan = .olderThan(try argument.duration(atLeast: .zero))
    case .toSize: toSize = .leastRecentlyUsed(downTo: ByteCount(bytes: try argument.size()))
    case .keepFree: untilFree = .untilFree(try FreeSpaceGoal(argument))
    case .ageBy: rules.ageBy = try argument.word(AgeWord.self) == .used ? .lastUse : .modification
    case .minimumAge: rules.minimumAge = try argument.duration(atLeast: .zero)
    case .protect: rules.protecting.append(try argument.protectedPattern())
    case .skipHidden: rules.skipsHidden = true
    case .itself: rules.includesRoot = true
    case .pruneEmpty: rules.prunesEmptyDirectories = true
    case .aside: rules.aside = true
    case .dryRun: isDryRun = true
    case .yes: isConfirmed = true
    case .force: permissions = [.notACache, .mountRoot]
    default: break
    }
  }

  private func checkCombination() throws(UsageError) {
    if isSelective, deletesEverything {
      throw UsageError("clear: '--all' leaves nothing for the other limits to choose", command: .clear)
    }
    let keepsSomething = !rules.protecting.isEmpty || rules.skipsHidden || rules.minimumAge ?? .zero > .zero
    if rules.aside, isSelective || keepsSomething {
      throw UsageError("clear: '--aside' moves everything away, so nothing can be chosen or kept", command: .clear)
    }
  }
}

extension FreeSpaceGoal {
  fileprivate init(_ argument: OptionArgument) throws(UsageError) {
    let isPercentage = argument.bytes.last == UInt8(ascii: "%")
    self = isPercentage ? .percent(try argument.percentage()) : .amount(ByteCount(bytes: try argument.size()))
  }
}

extension OptionArgument {
  /// A pattern that can protect something: nothing is to be deleted because one was mistyped.
  fileprivate func protectedPattern() throws(UsageError) -> String {
    let pattern = try glob()
    if let objection = ProtectedPattern.objection(to: pattern) { throw wrong(objection) }
    return pattern
  }
}
