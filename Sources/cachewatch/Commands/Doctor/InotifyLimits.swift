internal import SystemCalls

/// What the system lets one user take of inotify; nil where `/proc` does not say.
struct InotifyLimits {
  let watches: Int?
  let instances: Int?
  /// Events that wait for one reader before the kernel drops more.
  let queuedEvents: Int?

  init() {
    watches = Self.smallest("/proc/sys/fs/inotify/max_user_watches", "/proc/sys/user/max_inotify_watches")
    instances = Self.smallest(
      "/proc/sys/fs/inotify/max_user_instances", "/proc/sys/user/max_inotify_instances")
    queuedEvents = ProcFile.number("/proc/sys/fs/inotify/max_queued_events")
  }

  /// A user namespace has limits of its own beside the system's.
  private static func smallest(_ paths: BytePath...) -> Int? {
    paths.compactMap { ProcFile.number($0) }.min()
  }
}
