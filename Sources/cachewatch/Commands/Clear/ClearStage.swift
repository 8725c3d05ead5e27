internal import CacheClearing

/// How far a PATH has come.
enum ClearStage {
  case waiting
  case planning(PlanningRun)
  /// Its directory is looked for once more: from here on something may be deleted.
  case beginning
  case clearing(ClearingRun)
  case done(ClearEnd)

  var isDone: Bool {
    if case .done = self { true } else { false }
  }
}

/// What came of a PATH.
enum ClearEnd {
  case cleared(PreparedClear, ClearingReport)
  case failed(ClearingError)
  /// Another PATH was refused while nothing was touched.
  case passedOver
  /// The user wanted an end before anything in it could be deleted.
  case interrupted
}
