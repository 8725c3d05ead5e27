internal import Glibc
package import SystemCalls

/// A changed value in `/proc/sys`. A child process puts the old one back when the last reference goes, and also when
/// this process is killed.
package final class KernelSetting: Sendable {
  private let child: Subprocess

  private static let script = """
    trap '' HUP INT TERM
    old=$(cat "$1") || exit 1
    echo "$2" >"$1" || exit 1
    echo changed
    cat >/dev/null
    echo "$old" >"$1"
    """

  /// Changes a value for the whole machine; only root may.
  package init(_ file: BytePath, to value: Int) throws {
    child = try Subprocess(
      "sh", ["-c", BytePath(Self.script), "setting-keeper", file, BytePath(String(value))],
      input: .pipe, output: .pipe)
    guard try child.nextLine() != nil else {
      throw Subprocess.Failure(description: "cannot change '\(file)'")
    }
  }

  deinit { try? restore() }

  /// Puts the old value back now.
  package func restore() throws {
    child.closeInput()
    guard try child.wait() == .exited(0) else {
      throw Subprocess.Failure(description: "cannot restore a setting")
    }
  }

  /// Whether this process may change values in `/proc/sys`; prints the reason if not.
  package static func isChangeable(_ file: String) -> Bool {
    // Opening for writing is the test that counts: /proc may be mounted read-only.
    let descriptor = open(file, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      print("skipped: cannot change \(file): \(Errno.current)")
      return getenv("CACHEWATCH_REQUIRE_MOUNTS") != nil
    }
    close(descriptor)
    return true
  }
}
