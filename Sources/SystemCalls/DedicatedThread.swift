internal import CSystem
internal import Glibc

/// A thread of our own, for work that blocks. It takes no signals, so a host's handlers never run on it; except those
/// that report its own faults, which blocked would end the process without a word.
package enum DedicatedThread {
  /// Starts a detached thread. Its name (at most 15 bytes) shows in `/proc/self/task`.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) throws(Errno) {
    var all = sigset_t()
    var previous = sigset_t()
    unsafe sigfillset(&all)
    for fault in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP] { unsafe sigdelset(&all, fault) }
    // The new thread inherits the mask of its creator.
    unsafe pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }

    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, 512 * 1024)

    let start = unsafe Unmanaged.passRetained(ThreadStart(name: name, body: body))
    var thread = pthread_t()
    let failure = unsafe pthread_create(&thread, &attributes, runThread, start.toOpaque())
    guard failure == 0 else {
      unsafe start.release()
      throw Errno(rawValue: failure)
    }
  }

  /// Blocks the calling thread for a moment.
  package static func pause(milliseconds: Int) {
    var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    unsafe nanosleep(&time, nil)
  }
}

private final class ThreadStart {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}

/// A top-level function: a closure nested in another crashed the compiler (Swift 6.3).
private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  let start = unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
  unsafe csystem_name_thread(String(start.name.prefix(15)))
  start.body()
  return nil
}
