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

  /// What the patterns make of a directory's path: no name in it has to look at that again.
  struct Place: Sendable {
    fileprivate var progress: [Glob.Progress] = []
  }

  /// The root.
  var root: Place { Place(progress: patterns.map(\.start)) }

  /// A directory in another one. O(the name's length).
  func directory(_ name: [UInt8], in place: Place) -> Place {
    Place(progress: zip(patterns, place.progress).map { $0.entering(name, after: $1) })
  }

  /// Whether an entry stays for its name or its path below the root. O(the name's length).
  func reason(for name: [UInt8], in place: Place) -> SkipReason? {
    if zip(patterns, place.progress).contains(where: { $0.matches(name, after: $1) }) { return .protected }
    return skipsHidden && name.first == UInt8(ascii: ".") ? .hidden : nil
  }

  /// Whether an entry that was changed or made at a time stays for that.
  func isYoung(_ arrived: FileTime) -> Bool {
    guard let minimumAge else { return false }
    return arrived.age(at: now) < minimumAge
  }
}
