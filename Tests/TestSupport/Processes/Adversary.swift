internal import CTestSupport
internal import Glibc
package import SystemCalls

/// A process of another user that disturbs as fast as it can, until the last reference goes. Only root can start one.
package final class Adversary: Sendable {
  package enum Deed: Sendable {
    /// Exchanges a directory and a symbolic link to a target.
    case exchange(directory: BytePath, link: BytePath, target: BytePath)
    /// Moves a directory away and back.
    case move(inside: BytePath, outside: BytePath)
    /// Makes files and directories in a directory.
    case fill(BytePath)
  }

  private let identifier: Int32

  /// Starts it. It has done its deed once when this returns.
  package init(user: UInt32, _ deed: Deed) throws(Errno) {
    identifier =
      switch deed {
      case .exchange(let directory, let link, let target):
        directory.withCString { (directory) in
          link.withCString { (link) in
            target.withCString { ctest_start_exchanging(user, directory, link, $0) }
          }
        }
      case .move(let inside, let outside):
        inside.withCString { (inside) in outside.withCString { ctest_start_moving(user, inside, $0) } }
      case .fill(let directory):
        directory.withCString { ctest_start_filling(user, $0) }
      }
    guard identifier > 0 else { throw Errno.current }
  }

  deinit {
    kill(identifier, SIGKILL)
    _ = ctest_reap(identifier)
  }
}
