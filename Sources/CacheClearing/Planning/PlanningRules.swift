internal import SystemCalls

/// The rules and policies, ready to be asked about every entry.
struct PlanningRules: Sendable {
  let named: NamedEntries
  /// One moment for the whole plan.
  let now: FileTime
  /// Whether nothing else can go than what the caller named.
  let looksAtNamedOnly: Bool
  let prunesEmptyDirectories: Bool
  let sparing: Sparing
  private let maximumAge: Duration?
  private let countsReading: Bool

  init(_ rules: ClearingRules, _ limits: PlanningLimits, keepsAccessTimes: Bool, now: FileTime) {
    self.now = now
    named = limits.named
    looksAtNamedOnly = limits.maximumAge == nil && !limits.hasGoals
    prunesEmptyDirectories = rules.prunesEmptyDirectories
    sparing = Sparing(rules, now: now)
    maximumAge = limits.maximumAge
    countsReading = rules.ageBy == .lastUse && keepsAccessTimes
  }

  func verdict(
    on name: [UInt8], _ details: FileDetails, isNamed: Bool, in place: Sparing.Place
  ) -> Verdict {
    if let reason = sparing.reason(for: name, in: place) { return .stays(reason) }
    if sparing.isYoung(details.arrived) { return .stays(.young) }
    if isNamed { return .goes(.entry) }
    guard let maximumAge, details.kind != .directory, used(details).age(at: now) > maximumAge else { return .mayGo }
    return .goes(.olderThan)
  }

  /// The time that a file's age counts from.
  func used(_ details: FileDetails) -> FileTime {
    countsReading ? details.lastUse : details.modified
  }
}
