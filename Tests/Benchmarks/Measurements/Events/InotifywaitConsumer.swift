import Glibc
import SystemCalls
import TestSupport

/// `inotifywait`, which prints each event and looks at nothing.
final class InotifywaitConsumer: EventConsumer {
  let process: Subprocess

  init(_ root: BytePath) throws {
    // Without -q: it says on its error stream when it watches, and nothing else after that.
    process = try Subprocess("inotifywait", ["-m", "-r", root], output: .null, errors: .pipe)
    while let line = try process.nextLine() {
      if String(decoding: line, as: UTF8.self).hasPrefix("Watches established") { return }
    }
    throw Options.Failure("inotifywait ended at once")
  }

  func catchUp() throws { try waitUntilQuiet() }

  func end() throws {
    process.send(signal: SIGTERM)
    _ = try process.wait()
  }
}
