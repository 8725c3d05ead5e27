internal import SystemCalls

/// What the rules and policies say about one entry by itself.
enum Verdict {
  /// It counts, and is never chosen. Without a reason where one is known for a directory above.
  case stays(SkipReason?)
  /// It goes for what it is.
  case goes(ClearingReason)
  /// It goes if a goal asks for it.
  case mayGo
}

/// An entry that a planning walk came to.
struct Finding {
  /// The number of the directory that holds it.
  var directory: Int
  var name: [UInt8]
  var details: FileDetails
  var verdict: Verdict

  var goes: Bool {
    if case .goes = verdict { true } else { false }
  }

  var mayGo: Bool {
    if case .mayGo = verdict { true } else { false }
  }
}
