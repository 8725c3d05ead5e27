internal import CSystem
internal import Glibc

/// A lock with a condition to wait for: for threads of our own, which may block.
///
/// The state is touched only inside `withLock`, so the monitor is safe to share.
@safe
package final class Monitor<State>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// In memory of its own: the lock is what keeps accesses apart, and the runtime need not check them again.
  private let state: UnsafeMutablePointer<State>

  package init(_ state: sending State) {
    unsafe self.state = .allocate(capacity: 1)
    unsafe self.state.initialize(to: state)
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    // Deadlines are monotonic: someone setting the clock must not end or prolong a wait.
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe csystem_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&state.pointee)
  }

  /// Changes the state and wakes every waiter.
  package func signal(_ body: (inout State) -> Void) {
    signalIf { state in
      body(&state)
      return true
    }
  }

  /// Changes the state and wakes as many waiters as `body` says.
  ///
  /// For waiters who all wait for the same, without a deadline, and where the caller looks for work itself before it
  /// waits: a waiter who is not woken (some versions of the C library lose a signal) then costs time, and nothing else.
  package func signalSome(_ body: (inout State) -> Int) {
    unsafe csystem_lock(mutex)
    let count = unsafe body(&state.pointee)
    unsafe pthread_mutex_unlock(mutex)
    for _ in 0..<count { unsafe pthread_cond_signal(condition) }
  }

  /// Changes the state, and wakes every waiter when `body` says that there is reason to.
  package func signalIf(_ body: (inout State) -> Bool) {
    unsafe csystem_lock(mutex)
    let hasReason = unsafe body(&state.pointee)
    unsafe pthread_mutex_unlock(mutex)
    // Without the lock: whoever wakes needs it at once, and would only sleep again.
    if hasReason { unsafe pthread_cond_broadcast(condition) }
  }

  /// Waits until `body` gives a value, trying again after each signal.
  /// - Returns: nil when the deadline passed first.
  package func wait<Result>(until deadline: MonotonicTime? = nil, _ body: (inout State) -> Result?) -> Result? {
    unsafe csystem_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = unsafe body(&state.pointee) { return result }
      if !sleep(until: deadline) { return unsafe body(&state.pointee) }
    }
  }

  /// Waits until the condition holds or the deadline is past, and then changes the state in either case.
  package func wait(
    until deadline: MonotonicTime?, for condition: (State) -> Bool, then body: (inout State) -> Void
  ) {
    unsafe csystem_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while unsafe !condition(state.pointee), sleep(until: deadline) {}
    unsafe body(&state.pointee)
  }

  /// Waits for a signal with the lock given up meanwhile.
  /// - Returns: false when the deadline passed first.
  private func sleep(until deadline: MonotonicTime?) -> Bool {
    guard let deadline else {
      unsafe pthread_cond_wait(condition, mutex)
      return true
    }
    guard deadline > .now else { return false }
    var time = timespec(
      tv_sec: Int(clamping: deadline.nanoseconds / 1_000_000_000),
      tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
    return unsafe pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
  }
}
