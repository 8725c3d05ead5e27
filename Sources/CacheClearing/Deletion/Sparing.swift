internal import SystemCalls

/// What the caller's rules keep, ready to be asked about every entry.
struct Sparing: Sendable {
  private let patterns: [Glob]
  private let skipsHidden: Bool
  private let minimumAge: Duration?
  /// One moment for the whole run: a file made later is young however long the run takes.
  private let now: FileTime

  init(_ rules: ClearingRules, now: FileTime) {
    patterns = rules.protecting.map { Glob(ProtectedPattern.canonical($0)) }
    skipsHidden = rules.skipsHidden
    minimumAge = rules.minimumAge
    self.now = now
  }

  /// Whether names and paths matter at all.
  var asksForNames: Bool { skipsHidden || !patterns.isEmpty }

  /// Whether an entry stays for its name or its path below the root.
  func reason(for name: [UInt8], path: @autoclosure () -> BytePath) -> SkipReason? {
    if !patterns.isEmpty {
      let path = path().bytes
      if patterns.contains(where: { $0.matches(path) }) { return .protected }
    }
    return skipsHidden && name.first == UInt8(ascii: ".") ? .hidden : nil
  }

  /// Whether an entry that was changed or made at a time stays for that.
  func isYoung(_ arrived: FileTime) -> Bool {
    guard let minimumAge else { return false }
    return arrived.age(at: now) < minimumAge
  }
}
