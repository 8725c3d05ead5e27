internal import CSystem

/// How often a thread had to wait for something: a disk, a lock, another thread.
package enum ThreadWaits {
  /// The calling thread's count since its start. Being put off for the sake of another thread does not count.
  package static func count() -> Int { csystem_voluntary_switches() }
}
