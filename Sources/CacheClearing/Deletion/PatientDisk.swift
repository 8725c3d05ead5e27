internal import SystemCalls

/// A disk that tries again what failed for want of descriptors or memory, after giving back what is only kept for speed.
struct PatientDisk: Sendable {
  let disk: any ClearingDisk
  /// Closes descriptors that are not in use.
  let relieve: @Sendable () -> Void
  let patience: LockPatience

  init(disk: any ClearingDisk, patience: LockPatience = LockPatience(), relieve: @escaping @Sendable () -> Void) {
    self.disk = disk
    self.relieve = relieve
    self.patience = patience
  }

  private static let attempts = 5

  func trying<Result>(_ body: (any ClearingDisk) throws(Errno) -> Result) throws(Errno) -> Result {
    for attempt in 1..<Self.attempts {
      do throws(Errno) {
        return try body(disk)
      } catch .tooManyFiles, .tooManyFilesInSystem, .noMemory {
        relieve()
        // Others in the process, or on the machine, may be about to give some back.
        DedicatedThread.pause(milliseconds: attempt)
      } catch .interrupted {
        continue
      }
    }
    return try body(disk)
  }

  /// The same, with a failure that counts for what it means.
  func perform<Result>(
    _ body: (any ClearingDisk) throws(Errno) -> Result
  ) throws(Obstacle) -> Result {
    try Obstacle.wrapping { () throws(Errno) in try trying(body) }
  }
}
