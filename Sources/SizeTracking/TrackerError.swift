public import SystemCalls

/// Why a tracker or a walk could not do what was asked.
public struct TrackerError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public enum Code: String, Hashable, Sendable {
    /// Nothing is at the path.
    case noSuchDirectory
    /// A file is at the path.
    case notDirectory
    /// The directory cannot be read.
    case permissionDenied
    /// The user's inotify watches are in use.
    case watchLimit
    /// The user's inotify instances are in use.
    case instanceLimit
    /// The host program uses libinotifytools itself.
    case libraryInUse
    /// `/proc` is missing.
    case procUnavailable
    /// There are no events any more.
    case eventsLost
    /// The kernel refused for another reason.
    case systemRefused
    /// The tracker was released while something waited for it.
    case closed
    /// The waiting task was cancelled.
    case cancelled
  }

  /// The kind of failure.
  public var code: Code
  /// What it happened to.
  public var path: BytePath
  /// The kernel's reason, where there is one.
  public var cause: Errno?
  /// What was tried, why it failed and what helps, in one sentence.
  public var message: String

  /// Makes an error of its parts.
  public init(code: Code, path: BytePath, cause: Errno? = nil, message: String) {
    self.code = code
    self.path = path
    self.cause = cause
    self.message = message
  }
}

extension TrackerError: CustomStringConvertible {
  /// The message.
  public var description: String { message }

  static let cancelled = TrackerError(code: .cancelled, path: "", message: "the waiting task was cancelled")

  /// The error for a root or a path that cannot be opened.
  static func opening(_ path: BytePath, toDo action: String, _ cause: Errno) -> TrackerError {
    let code: Code =
      switch cause {
      case .noSuchFile: .noSuchDirectory
      case .notDirectory: .notDirectory
      case .permissionDenied, .notPermitted: .permissionDenied
      default: .systemRefused
      }
    return TrackerError(code: code, path: path, cause: cause, message: "cannot \(action) '\(path)': \(cause)")
  }
}
