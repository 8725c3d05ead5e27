internal import FileEvents
internal import SystemCalls

/// What to say when the kernel hands out no more watches or instances.
enum WatchLimits {
  /// - Parameter needed: The directories, and the files with names outside, that want a watch.
  static func message(root: BytePath, needed: Int) -> String {
    let used = EventHub.shared.watchCount
    let limit = InotifyLimits.current.watches
    return "cannot watch everything below '\(root)': it needs \(needed) inotify watches, and this process has "
      + "\(used) of the user's \(limit?.value ?? 0), which it shares with other programs; "
      + "raise \(limit?.setting ?? "fs.inotify.max_user_watches")"
  }

  static func noneLeft(root: BytePath) -> String {
    let limit = InotifyLimits.current.watches
    return
      "cannot watch '\(root)': all of this user's \(limit.map { "\($0.value) " } ?? "")inotify watches are in use; "
      + "raise \(limit?.setting ?? "fs.inotify.max_user_watches")"
  }
}

extension EventSourceError {
  func message(root: BytePath) -> String {
    switch self {
    case .libraryInUse:
      "cannot watch '\(root)': this program uses libinotifytools itself, which has one instance for a process"
    case .instance(let reason, let limit):
      limit.map {
        "cannot watch '\(root)': this user's \($0) inotify instances are in use; raise fs.inotify.max_user_instances"
      } ?? "cannot watch '\(root)': no inotify instance: \(reason)"
    case .noWatchLeft: WatchLimits.noneLeft(root: root)
    case .procUnavailable:
      "cannot watch '\(root)': /proc is not there, and the event source is found through it; mount it"
    case .descriptorTooHigh(let number):
      "cannot watch '\(root)': the event source got descriptor \(number), and libinotifytools takes none above 1023; "
        + "start tracking before opening so many files"
    case .died(let reason):
      "no events any more for '\(root)': the event source failed: \(reason); start the program anew"
    }
  }

  func trackerError(root: BytePath) -> TrackerError {
    let (code, cause): (TrackerError.Code, Errno?) =
      switch self {
      case .libraryInUse: (.libraryInUse, nil)
      case .instance(let reason, let limit): (limit == nil ? .systemRefused : .instanceLimit, reason)
      case .noWatchLeft: (.watchLimit, .noSpace)
      case .procUnavailable: (.procUnavailable, nil)
      case .descriptorTooHigh: (.systemRefused, nil)
      case .died(let reason): (.eventsLost, reason)
      }
    return TrackerError(code: code, path: root, cause: cause, message: message(root: root))
  }
}
