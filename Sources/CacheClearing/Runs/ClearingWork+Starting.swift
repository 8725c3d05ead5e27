internal import SystemCalls

extension ClearingWork {
  /// What the work is: it takes over the root's descriptor.
  typealias Job = @Sendable (ClearingWork, Descriptor) -> ClearingReport

  /// Begins on a thread of its own, and suspends until the root is open there.
  func started(_ job: @escaping Job) async throws(ClearingError) -> ClearingRun {
    let opening = await withCheckedContinuation { continuation in
      begin(job) { continuation.resume(returning: $0) }
    }
    try opening.get()
    return ClearingRun(signals)
  }

  /// Begins on a thread of its own, and suspends until all is done. Cancelling the task cancels the work, from before its
  /// first call on.
  func finished(_ job: @escaping Job) async throws(ClearingError) -> ClearingReport {
    let result = await withTaskCancellationHandler { () async -> Result<ClearingReport, ClearingError> in
      do throws(ClearingError) {
        return .success(try await started(job).report)
      } catch {
        return .failure(error)
      }
    } onCancel: {
      signals.cancel()
    }
    return try result.get()
  }

  /// Begins on a thread of its own, and blocks until the root is open there.
  func start(_ job: @escaping Job) throws(ClearingError) -> ClearingRun {
    let opening = Monitor<Result<Void, ClearingError>?>(nil)
    begin(job) { result in opening.signal { $0 = result } }
    try opening.wait { $0 }?.get()
    return ClearingRun(signals)
  }

  /// - Parameter opened: told once whether the work goes on.
  private func begin(_ job: @escaping Job, _ opened: @escaping @Sendable (Result<Void, ClearingError>) -> Void) {
    do throws(Errno) {
      try WorkCrew.start {
        let descriptor: Descriptor
        do throws(ClearingError) {
          descriptor = try root.descriptor()
        } catch {
          return opened(.failure(error))
        }
        opened(.success(()))
        signals.finish(job(self, descriptor))
      }
    } catch {
      let message = "cannot clear '\(root.path)': \(error)"
      opened(.failure(ClearingError(code: .systemRefused, path: root.path, cause: error, message: message)))
    }
  }
}
