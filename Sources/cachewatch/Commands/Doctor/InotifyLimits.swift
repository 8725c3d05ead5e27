internal import SystemCalls

/// What the system lets one user take of inotify; nil where `/proc` does not say.
struct InotifyLimits {
  /// A number that can be raised, and where.
  struct Limit {
    var setting: String
    var value: Int
  }

  let watches: Limit?
  let instances: Limit?
  /// Events that wait for one reader before the kernel drops more.
  let queuedEvents: Int?

  init() {
    watches = Self.smallest("fs.inotify.max_user_watches", "user.max_inotify_watches")
    instances = Self.smallest("fs.inotify.max_user_instances", "user.max_inotify_instances")
    queuedEvents = Self.limit("fs.inotify.max_queued_events")?.value
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
