internal import SystemCalls

extension PatientDisk {
  /// Fails when another program holds a lock on a directory, and so uses it, or when that cannot be known. Another clear
  /// asks for a moment only, and is waited for.
  ///
  /// The lock is asked for and given back, not held while the directory is worked on: two clears at a time would else
  /// leave each other's directories and both be incomplete. A program that takes a lock after it was asked for is not
  /// seen.
  func checkLock(of directory: Descriptor) throws(Obstacle) {
    for attempt in 1...3 {
      do throws(Errno) {
        return try trying { disk throws(Errno) in try disk.probeLock(of: directory) }
      } catch .wouldBlock {
        DedicatedThread.pause(milliseconds: attempt)
      } catch .notSupported, .noSystemCall, .noLocks, .badDescriptor {
        // A file system without locks, or without those on directories: no one can hold one.
        return
      } catch {
        throw Obstacle(error)
      }
    }
    throw .locked
  }
}
