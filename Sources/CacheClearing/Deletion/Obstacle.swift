internal import SystemCalls

/// Why an entry stays, or a directory cannot be entered.
struct Obstacle: Error {
  var reason: SkipReason
  var cause: Errno?

  static let changed = Obstacle(reason: .changed)
  static let locked = Obstacle(reason: .locked, cause: .wouldBlock)

  /// What an errno means for an entry, as far as it can be told without asking further.
  init(_ cause: Errno) {
    self.cause = cause
    reason =
      switch cause {
      case .crossDevice: .mount
      case .busy: .busy
      case .permissionDenied, .notPermitted: .notPermitted
      case .notDirectory, .symbolicLinkLoop: .changed
      default: .failed
      }
  }

  init(reason: SkipReason, cause: Errno? = nil) {
    self.reason = reason
    self.cause = cause
  }

  /// Has a failed call count for what it means.
  static func wrapping<Result>(_ body: () throws(Errno) -> Result) throws(Obstacle) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw Obstacle(error)
    }
  }

  /// Whether nothing is there: what was to be deleted is gone, and no one needs to hear of it.
  var isAbsence: Bool { cause == .noSuchFile }
}

extension ClearingDisk {
  /// Why an entry could not be removed.
  func obstacle(_ cause: Errno, removing entry: FileDetails, from directory: Descriptor) -> Obstacle {
    switch cause {
    case .busy where entry.isMountRoot:
      return Obstacle(reason: .mount, cause: cause)
    case .notPermitted, .permissionDenied:
      let holder = try? details(of: directory)
      let isFixed = entry.isFixed || holder?.isFixed == true
      return isFixed ? Obstacle(reason: .immutable, cause: cause) : Obstacle(cause)
    default:
      return Obstacle(cause)
    }
  }
}

extension FileDetails {
  fileprivate var isFixed: Bool { isImmutable || isAppendOnly }
}
