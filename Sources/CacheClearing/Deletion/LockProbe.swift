internal import Synchronization
internal import SystemCalls

/// How long a run waits to find out whether a lock is another program's, or that of another clear, which asks for it for a
/// moment only: a few milliseconds for each directory, and as long as a clear may be without a processor for some.
final class LockPatience: Sendable {
  private let milliseconds = Atomic<Int>(2000)

  private static let shortPauses = [1, 2, 3]
  private static let longPauses = [10, 20, 40, 80, 160]

  /// How long to wait after so many vain attempts, in milliseconds; nil when it was long enough.
  func pause(after attempts: Int) -> Int? {
    guard attempts > Self.shortPauses.count else { return Self.shortPauses[attempts - 1] }
    let number = attempts - Self.shortPauses.count - 1
    guard number < Self.longPauses.count else { return nil }
    let pause = Self.longPauses[number]
    return milliseconds.subtract(pause, ordering: .relaxed).newValue >= 0 ? pause : nil
  }
}

extension PatientDisk {
  /// Fails when another program holds a lock on a directory, and so uses it, or when that cannot be known. Another clear
  /// asks for a moment only, and is waited for.
  ///
  /// The lock is asked for and given back, not held while the directory is worked on: two clears at a time would else
  /// leave each other's directories and both be incomplete. A program that takes a lock after it was asked for is not
  /// seen.
  func checkLock(of directory: Descriptor) throws(Obstacle) {
    for attempt in 1... {
      do throws(Errno) {
        return try trying { disk throws(Errno) in try disk.probeLock(of: directory) }
      } catch .wouldBlock {
        guard let pause = patience.pause(after: attempt) else { throw .locked }
        DedicatedThread.pause(milliseconds: pause)
      } catch .notSupported, .noSystemCall, .noLocks, .badDescriptor {
        // A file system without locks, or without those on directories: no one can hold one.
        return
      } catch {
        throw Obstacle(error)
      }
    }
  }
}
