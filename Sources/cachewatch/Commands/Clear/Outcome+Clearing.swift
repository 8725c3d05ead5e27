internal import CacheClearing

extension Outcome {
  /// Does something for one PATH. Why it fails is said, and counts.
  mutating func reporting<Result>(_ body: () throws(ClearingError) -> Result) -> Result? {
    do throws(ClearingError) {
      return try body()
    } catch {
      add(error)
      return nil
    }
  }

  /// Says why something failed, and counts it.
  /// - Parameter isUntouched: whether nothing has been deleted yet.
  mutating func add(_ error: ClearingError, isUntouched: Bool = true) {
    Messages.complain(error.message)
    add(error.isRefusal && !isUntouched ? .partial : ExitStatus(error))
  }
}

extension ClearingError {
  /// Whether the directory is none that may be cleared, as opposed to one that could not be looked at.
  var isRefusal: Bool {
    switch code {
    case .refused, .notACache, .unsafePath, .rootChanged, .invalidPlan: true
    case .noSuchDirectory, .notDirectory, .permissionDenied, .systemRefused, .cancelled: false
    }
  }
}

extension ExitStatus {
  fileprivate init(_ error: ClearingError) {
    switch error.code {
    case _ where error.isRefusal: self = .usage
    case .noSuchDirectory, .notDirectory: self = .missing
    default: self = error.cause.map(ExitStatus.init) ?? .system
    }
  }
}
