import Glibc
import SystemCalls

/// Whether anything was mounted or unmounted since a moment: that wakes every watch on the machine.
final class MountChanges {
  private let table: Descriptor

  init() throws {
    table = try Descriptor.open(Array("/proc/self/mountinfo".utf8), [])
  }

  deinit { table.close() }

  /// Whether there was a change since the start, or since the last time this was asked.
  var haveHappened: Bool {
    var question = pollfd(fd: table.rawValue, events: Int16(POLLPRI), revents: 0)
    return poll(&question, 1, 0) > 0
  }
}
