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
    let status = ExitStatus(error)
    add(status == .usage && !isUntouched ? .partial : status)
  }
}

extension ClearingError {
  /// Whether the directory is none that may be cleared, as opposed to one that could not be looked at.
  var isRefusal: Bool { ExitStatus(self) == .usage }
}

extension ExitStatus {
  fileprivate init(_ error: ClearingError) {
    switch error.code {
    case .refused, .notACache, .unsafePath, .rootChanged, .invalidPlan: self = .usage
    case .noSuchDirectory, .notDirectory: self = .missing
    case .permissionDenied, .systemRefused, .cancelled: self = error.cause.map(ExitStatus.init) ?? .system
    }
  }
}
