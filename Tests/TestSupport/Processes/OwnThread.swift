internal import SystemCalls

/// Runs work that blocks on a thread of its own: the cooperative pool has only as many threads as the machine has
/// processors, and tests that block there would keep others from finishing.
package func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
  -> Result
{
  try await withCheckedThrowingContinuation { (continuation) in
    do {
      try DedicatedThread.start(named: "test") {
        continuation.resume(with: Swift.Result { try body() })
      }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}
