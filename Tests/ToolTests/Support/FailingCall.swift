import SystemCalls
import TestSupport

/// A system call that the kernel refuses a program: `strace` sees to it.
struct FailingCall: CustomStringConvertible {
  var name: String
  var reason: String
  /// Which of the calls of each thread it is; the first is 1.
  var position: Int
  /// Whether all that come after it fail too.
  var lasts = false

  /// Whether a program may be traced here; prints why not.
  static let isPossible: Bool = {
    guard InstalledProgram.areAvailable("strace") else { return false }
    let result = try? Subprocess.run("strace", ["-o", "/dev/null", "true"])
    guard result?.status != .exited(0) else { return true }
    print("skipped: nothing can be traced here: \(result?.errorText ?? "")")
    return false
  }()

  /// As `strace` spells it.
  var description: String { "\(name):error=\(reason):when=\(position)\(lasts ? "+" : "")" }

  /// Runs a program to its end.
  /// - Returns: how it ended, and whether it made the call.
  func run(_ program: BytePath, _ arguments: [BytePath]) throws -> (status: Subprocess.Status, isMade: Bool) {
    let directory = try TemporaryDirectory(in: TemporaryDirectory.fastDirectory)
    let log = directory.path("log")
    let options: [BytePath] = [
      "-f", "--seccomp-bpf", "-qq", "-o", log, "-e", BytePath("trace=\(name)"), "-e", BytePath("inject=\(self)"),
    ]
    let status = try Subprocess.run("strace", options + [program] + arguments, atMost: .seconds(60)).status
    let calls = String(decoding: try ProcFile.read(log, limit: .max), as: UTF8.self)
    return (status, calls.contains("(INJECTED)"))
  }
}
