import SystemCalls
import TestSupport

/// The tool, run as people run it: as a process of its own.
enum Tool {
  static let program = BuildProducts.program("cachewatch")

  /// Runs it to its end, without an environment of its own.
  static func run(
    _ arguments: [BytePath], environment: [String: String] = [:], directory: BytePath? = nil,
    output: Subprocess.Stream = .capture, errors: Subprocess.Stream = .capture
  ) async throws -> Subprocess.Result {
    try await onOwnThread {
      try Subprocess.run(
        program, arguments, environment: environment, directory: directory, output: output, errors: errors)
    }
  }

  /// Runs it on a terminal. What it writes to both of its outputs comes back, with the terminal's line ends.
  static func runOnTerminal(
    _ arguments: [BytePath], environment: [String: String] = ["TERM": "xterm"]
  ) async throws -> [UInt8] {
    let words = ([program] + arguments).map { "'" + $0.string + "'" }.joined(separator: " ")
    return try await onOwnThread {
      try Subprocess.output(of: "script", ["-qec", BytePath(words), "/dev/null"], environment: environment)
    }
  }

  /// Runs it as a user who may not read everything.
  static func runUnprivileged(
    _ arguments: [BytePath], environment: [String: String] = [:]
  ) async throws -> Subprocess.Result {
    try await onOwnThread {
      try Subprocess.run(Unprivileged.program, Unprivileged.arguments + [program] + arguments, environment: environment)
    }
  }
}

extension Subprocess.Result {
  /// The output's lines, as JSON objects of the tool.
  func reports() throws -> [ReportLine] {
    try output.split(separator: UInt8(ascii: "\n")).map { try ReportLine(json: Array($0)) }
  }

  /// The output's lines.
  var lines: [String] { text.split(separator: "\n").map(String.init) }
}
