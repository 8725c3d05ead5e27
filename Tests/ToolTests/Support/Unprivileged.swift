import Glibc
import SystemCalls
import TestSupport

/// How to start a program as a user whom permissions bind.
enum Unprivileged {
  /// The user that owns what such a test makes.
  static var user: UInt32 { geteuid() == 0 ? 65534 : geteuid() }

  static var program: BytePath { geteuid() == 0 ? "setpriv" : "env" }

  static var arguments: [BytePath] {
    geteuid() == 0 ? ["--reuid=65534", "--regid=65534", "--clear-groups"] : []
  }

  /// Gives a tree to that user.
  static func own(_ path: BytePath) throws {
    guard geteuid() == 0 else { return }
    try Subprocess.output(of: "chown", ["-R", "65534:65534", path])
  }
}
