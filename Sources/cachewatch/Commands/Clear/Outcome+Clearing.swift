internal import CacheClearing

extension Outcome {
  /// Does something for one PATH. Why it fails is said, and counts.
  mutating func reporting<Result>(_ body: () throws(ClearingError) -> Result) -> Result? {
    do throws(ClearingError) {
      return try body()
    } catch {
      Messages.complain(error.message)
      add(ExitStatus(error))
      return nil
    }
  }
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
