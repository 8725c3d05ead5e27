public import SystemCalls

/// Why a clear did not begin. What fails on the way is in the report instead.
public struct ClearingError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public enum Code: String, Hashable, Sendable {
    /// The directory is one that is never cleared.
    case refused
    /// The directory does not look like a cache.
    case notACache
    /// Nothing is at the path.
    case noSuchDirectory
    /// A file is at the path.
    case notDirectory
    /// The directory cannot be read.
    case permissionDenied
    /// Someone else could lead the path to another directory.
    case unsafePath
    /// Another directory is at the path by now.
    case rootChanged
    /// The plan contradicts itself, or is another directory's.
    case invalidPlan
    /// The kernel refused for another reason.
    case systemRefused
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

extension ClearingError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension ClearingError {
  /// The error for a directory that could be cleared, and must not be.
  static func refusing(_ path: BytePath, _ code: Code = .refused, because reason: String) -> ClearingError {
    ClearingError(code: code, path: path, message: "refused to clear '\(path)': \(reason)")
  }

  /// The error for a directory that is not the one that was looked at first.
  static func changed(_ path: BytePath) -> ClearingError {
    refusing(path, .rootChanged, because: "another directory is there than before")
  }

  /// The error for work that no one waits for any more.
  static func cancelled(_ path: BytePath) -> ClearingError {
    ClearingError(code: .cancelled, path: path, message: "the waiting task was cancelled")
  }

  /// Has it stop a clear where what must not be cleared cannot be found out.
  static func reporting<Result>(
    _ path: BytePath, _ body: () throws(Errno) -> Result
  ) throws(ClearingError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      let reason = "the directories that must stay could not all be looked at: \(error)"
      throw ClearingError(code: .systemRefused, path: path, cause: error, message: "cannot clear '\(path)': \(reason)")
    }
  }

  /// The error for a directory that the kernel does not let be reached.
  static func opening(_ path: BytePath, _ cause: Errno) -> ClearingError {
    let code: Code =
      switch cause {
      case .noSuchFile: .noSuchDirectory
      case .notDirectory: .notDirectory
      case .permissionDenied, .notPermitted: .permissionDenied
      default: .systemRefused
      }
    return ClearingError(code: code, path: path, cause: cause, message: "cannot clear '\(path)': \(cause)")
  }
}
