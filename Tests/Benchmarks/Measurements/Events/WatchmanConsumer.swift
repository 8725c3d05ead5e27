import SystemCalls
import TestSupport

/// A `watchman` server of its own, which keeps a tree as well.
final class WatchmanConsumer: EventConsumer {
  let process: Subprocess
  private let directory: TemporaryDirectory

  init(_ root: BytePath) throws {
    directory = try TemporaryDirectory()
    process = try Subprocess(
      "watchman",
      [
        "--foreground", "--no-save-state", Self.option("sockname", directory), Self.option("logfile", directory),
        Self.option("pidfile", directory), Self.option("statefile", directory),
      ])
    let deadline = ContinuousClock.now + .seconds(10)
    // The server makes its socket some time after its start.
    while try Subprocess.run("watchman", command(["get-pid"])).status != .exited(0) {
      guard ContinuousClock.now < deadline else { throw Options.Failure("watchman does not answer") }
    }
    try Subprocess.output(of: "watchman", command(["watch", root]))
    try catchUp()
  }

  func catchUp() throws { try waitUntilQuiet() }

  func end() throws {
    try Subprocess.output(of: "watchman", command(["shutdown-server"]))
    _ = try process.wait()
  }

  private func command(_ words: [BytePath]) -> [BytePath] {
    ["--no-spawn", Self.option("sockname", directory)] + words
  }

  private static func option(_ name: String, _ directory: TemporaryDirectory) -> BytePath {
    BytePath(bytes: Array("--\(name)=".utf8) + directory.path(BytePath(name)).bytes)
  }
}
