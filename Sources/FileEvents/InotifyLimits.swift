internal import SystemCalls

/// What the system lets one user take of inotify; nil where `/proc` does not say.
package struct InotifyLimits: Hashable, Sendable {
  /// Watches, in all instances of the user together.
  package let watches: Int?
  package let instances: Int?
  /// Events that wait for one reader before the kernel drops more.
  package let queuedEvents: Int?

  /// The limits as they are now. Reads five small files.
  package static var current: InotifyLimits {
    InotifyLimits(
      watches: smallest("/proc/sys/fs/inotify/max_user_watches", "/proc/sys/user/max_inotify_watches"),
      instances: smallest("/proc/sys/fs/inotify/max_user_instances", "/proc/sys/user/max_inotify_instances"),
      queuedEvents: ProcFile.number("/proc/sys/fs/inotify/max_queued_events"))
  }

  /// A user namespace has limits of its own beside the system's.
  private static func smallest(_ paths: BytePath...) -> Int? {
    paths.compactMap { ProcFile.number($0) }.min()
  }
}
