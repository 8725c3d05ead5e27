internal import CInotifyTools
internal import Glibc
internal import SystemCalls

/// Tells when something was mounted or unmounted anywhere: there are no events for that.
struct MountWatch {
  /// `mountinfo`, held open: the kernel remembers for each opening whether its reader knows of the last change.
  private let descriptor: Int32

  /// Without it, mounts go unnoticed until an audit; nothing else depends on it.
  init() {
    descriptor = (try? Descriptor.open(MountTable.path.bytes, []))?.rawValue ?? -1
  }

  func close() {
    if descriptor >= 0 { Descriptor(rawValue: descriptor).close() }
  }

  /// What to wait for; a negative descriptor is never ready.
  var request: pollfd { pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0) }

  /// Whether mounts changed since the last time that anyone polled. Does not wait.
  func hasChanged() -> Bool {
    var request = request
    return unsafe poll(&request, 1, 0) > 0
  }
}
