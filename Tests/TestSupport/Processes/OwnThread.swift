internal import SystemCalls

/// Runs work that blocks on a thread of its own: the cooperative pool has only as many threads as the machine has
/// processors, and tests that block there would keep others from finishing.
///
/// It is still part of the calling task, so that a failed expectation is known to belong to the test.
package func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
  -> Result
{
  try await withTaskExecutorPreference(OwnThreadExecutor()) { try body() }
}

/// Runs each piece of a task on a thread made for it.
private final class OwnThreadExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    do {
      try DedicatedThread.start(named: "test") { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    } catch {
      preconditionFailure("cannot start a thread: \(error)")
    }
  }
}
