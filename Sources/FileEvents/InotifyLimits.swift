internal import SystemCalls

/// What the system lets one user take of inotify; nil where `/proc` does not say.
package struct InotifyLimits: Hashable, Sendable {
  /// A number that can be raised, and where.
  package struct Limit: Hashable, Sendable {
    package let setting: String
    package let value: Int
  }

  /// Watches, in all instances of the user together.
  package let watches: Limit?
  package let instances: Limit?
  /// Events that wait for one reader before the kernel drops more.
  package let queuedEvents: Int?

  /// The limits as they are now. Reads five small files.
  package static var current: InotifyLimits {
    InotifyLimits(
      watches: smallest("fs.inotify.max_user_watches", "user.max_inotify_watches"),
      instances: smallest("fs.inotify.max_user_instances", "user.max_inotify_instances"),
      queuedEvents: limit("fs.inotify.max_queued_events")?.value)
  }

  /// A user namespace has limits of its own beside the system's: the lower one holds.
  private static func smallest(_ settings: String...) -> Limit? {
    settings.compactMap(limit).min { $0.value < $1.value }
  }

  private static func limit(_ setting: String) -> Limit? {
    let place = setting.split(separator: ".").joined(separator: "/")
    return ProcFile.number(BytePath("/proc/sys/" + place)).map { Limit(setting: setting, value: $0) }
  }
}
