internal import Glibc
package import SystemCalls

/// A running `cachewatch watch --json`, which answers on a socket of its own.
package final class WatchProcess {
  package let root: BytePath
  package let process: Subprocess
  private let socketDirectory: TemporaryDirectory

  /// Starts to watch.
  package init(_ root: BytePath, options: [BytePath] = []) throws {
    self.root = root
    socketDirectory = try TemporaryDirectory()
    process = try Subprocess(
      BuildProducts.program("cachewatch"),
      ["watch", "--json", "--socket", socketDirectory.path("socket")] + options + [root],
      output: .pipe)
  }

  /// Reads the tool's lines up to the first one about such an event.
  package func waitForEvent(_ name: String) throws {
    try waitForLine(with: ["\"event\":\"\(name)\""])
  }

  /// Reads the tool's lines up to the first one that says that the numbers are so good.
  package func waitForUsage(state: String) throws {
    try waitForLine(with: ["\"event\":\"usage\"", "\"state\":\"\(state)\""])
  }

  private func waitForLine(with parts: [String]) throws {
    while let line = try process.nextLine() {
      let text = String(decoding: line, as: UTF8.self)
      if parts.allSatisfy(text.contains) { return }
    }
    throw Subprocess.Failure(
      description: "the watcher ended too early: \(String(decoding: process.capturedErrors, as: UTF8.self))")
  }

  /// Asks the watcher with `cachewatch size`; it may scan if the watcher does not answer.
  /// - Returns: what the program printed.
  package func answer(_ options: [BytePath]) throws -> [UInt8] {
    try Subprocess.output(
      of: BuildProducts.program("cachewatch"),
      ["size", "--socket", socketDirectory.path("socket")] + options + [root])
  }

  /// Asks with `--json`, and reads the answer.
  package func size(_ options: [BytePath]) throws -> ToolCounts {
    try ToolCounts(lines: answer(["--json"] + options), root: root)
  }

  /// Asks the watcher to end, and returns when its watches are given back.
  package func end() throws {
    process.send(signal: SIGTERM)
    guard try process.wait() == .exited(0) else {
      throw Subprocess.Failure(
        description: "the watcher did not end well: \(String(decoding: process.capturedErrors, as: UTF8.self))")
    }
  }
}
