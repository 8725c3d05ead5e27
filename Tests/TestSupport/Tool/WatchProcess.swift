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
    while let line = try process.nextLine() {
      if String(decoding: line, as: UTF8.self).contains("\"event\":\"\(name)\"") { return }
    }
    throw Subprocess.Failure(
      description:
        "the watcher ended before '\(name)': \(String(decoding: process.capturedErrors, as: UTF8.self))")
  }

  /// Asks the watcher with `cachewatch size --json`; it may scan if the watcher does not answer.
  package func size(_ options: [BytePath], of path: BytePath? = nil) throws -> ToolCounts {
    let arguments: [BytePath] =
      ["size", "--json", "--socket", socketDirectory.path("socket")] + options + [path ?? root]
    let output = try Subprocess.output(of: BuildProducts.program("cachewatch"), arguments)
    return try ToolCounts(lines: output, root: root)
  }
}
