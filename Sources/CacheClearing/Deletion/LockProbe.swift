internal import SystemCalls

extension PatientDisk {
  /// Whether another program holds a lock on a directory, and so uses it. Another clear asks for a moment only, and is
  /// waited for.
  func isLocked(_ directory: Descriptor) -> Bool {
    for attempt in 1...3 {
      do throws(Errno) {
        try trying { disk throws(Errno) in try disk.probeLock(of: directory) }
        return false
      } catch .wouldBlock {
        DedicatedThread.pause(milliseconds: attempt)
      } catch {
        // A file system without locks: no one can hold one.
        return false
      }
    }
    return true
  }
}
