internal import CSystem
internal import Glibc

/// The working directory of a thread of our own. To act on an open directory by the path "." is the fastest way to
/// watch it; but a working directory pins its directory as an open descriptor does.
package enum ThreadDirectory {
  /// Gives the calling thread a working directory of its own. A sandbox may forbid it; `isOwn` says.
  package static func enter() {
    if !csystem_has_own_directory() && csystem_unshare_working_directory() == 0 { csystem_set_own_directory() }
  }

  /// Whether the calling thread may change its working directory without changing the process's.
  package static var isOwn: Bool { csystem_has_own_directory() }

  /// Goes back to `/`, so that nothing is pinned.
  package static func leave() {
    if isOwn { _ = unsafe chdir("/") }
  }
}
