internal import CSystem
internal import Glibc

/// The kernel's reason for refusing a call.
public struct Errno: Error, Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  /// The number that C calls `errno`.
  public let rawValue: Int32

  /// Wraps a number that C calls `errno`.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The C library's words for the reason, in lower case: "permission denied".
  public var description: String {
    // Since glibc 2.32 the text belongs to the calling thread.
    let text = unsafe String(cString: strerror(rawValue))
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The reason of the calling thread's last failed call.
  package static var current: Errno { Errno(rawValue: errno) }
}

extension Errno {
  /// Operation not permitted.
  public static let notPermitted = Errno(rawValue: EPERM)
  /// No such file or directory.
  public static let noSuchFile = Errno(rawValue: ENOENT)
  /// A signal interrupted the call.
  public static let interrupted = Errno(rawValue: EINTR)
  /// Input/output error.
  public static let inputOutput = Errno(rawValue: EIO)
  /// Bad file descriptor.
  public static let badDescriptor = Errno(rawValue: EBADF)
  /// Try again.
  public static let wouldBlock = Errno(rawValue: EAGAIN)
  /// Out of memory.
  public static let noMemory = Errno(rawValue: ENOMEM)
  /// Permission denied.
  public static let permissionDenied = Errno(rawValue: EACCES)
  /// File exists.
  public static let fileExists = Errno(rawValue: EEXIST)
  /// Device or resource busy.
  public static let busy = Errno(rawValue: EBUSY)
  /// A rename or a path that would lead to another file system or mount.
  public static let crossDevice = Errno(rawValue: EXDEV)
  /// Not a directory.
  public static let notDirectory = Errno(rawValue: ENOTDIR)
  /// Is a directory.
  public static let isDirectory = Errno(rawValue: EISDIR)
  /// Invalid argument.
  public static let invalidArgument = Errno(rawValue: EINVAL)
  /// The system's table of open files is full.
  public static let tooManyFilesInSystem = Errno(rawValue: ENFILE)
  /// The process has no descriptor left.
  public static let tooManyFiles = Errno(rawValue: EMFILE)
  /// No space left; for inotify: no watch left.
  public static let noSpace = Errno(rawValue: ENOSPC)
  /// Broken pipe.
  public static let brokenPipe = Errno(rawValue: EPIPE)
  /// The path is longer than one call accepts.
  public static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
  /// Too many symbolic links.
  public static let symbolicLinkLoop = Errno(rawValue: ELOOP)
  /// The directory is not empty.
  public static let notEmpty = Errno(rawValue: ENOTEMPTY)
  /// The file system is mounted read-only.
  public static let readOnly = Errno(rawValue: EROFS)
  /// No process has the number.
  public static let noSuchProcess = Errno(rawValue: ESRCH)
  /// The call does not exist.
  public static let noSystemCall = Errno(rawValue: ENOSYS)
  /// No locks are left, or the file system has none.
  public static let noLocks = Errno(rawValue: ENOLCK)
  /// The file system cannot do that.
  public static let notSupported = Errno(rawValue: EOPNOTSUPP)
  /// The network file system lost the file.
  public static let stale = Errno(rawValue: ESTALE)
  /// The server of the file system is gone.
  public static let notConnected = Errno(rawValue: ENOTCONN)
  /// The other side did not answer in time.
  public static let timedOut = Errno(rawValue: ETIMEDOUT)
  /// The other side is down.
  public static let hostDown = Errno(rawValue: EHOSTDOWN)
}

extension Errno: Codable {}

/// Runs a call until no signal interrupts it. The one place that holds the policy on EINTR.
@inline(__always)
package func retryingInterrupts(_ call: () -> Int) throws(Errno) -> Int {
  while true {
    let result = call()
    if result >= 0 { return result }
    let reason = Errno.current
    if reason != .interrupted { throw reason }
  }
}
