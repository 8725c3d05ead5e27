package import SystemCalls

extension Subprocess {
  /// What a program that has ended left.
  package struct Result: Sendable {
    package let command: String
    package let status: Status
    package let output: [UInt8]
    package let errors: [UInt8]

    /// The output as text.
    package var text: String { String(decoding: output, as: UTF8.self) }
    /// The error output as text.
    package var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// Runs a program to its end. Blocks: asynchronous tests wrap it in `onOwnThread`.
  package static func run(
    _ program: BytePath, _ arguments: [BytePath] = [], environment: [String: String] = [:],
    directory: BytePath? = nil, input: Stream = .null, output: Stream = .capture, errors: Stream = .capture,
    atMost limit: Duration = .seconds(300)
  ) throws -> Result {
    let child = try Subprocess(
      program, arguments, environment: environment, directory: directory, input: input, output: output,
      errors: errors)
    let status = try child.wait(atMost: limit)
    return Result(
      command: child.command, status: status, output: child.capturedOutput, errors: child.capturedErrors)
  }

  /// Runs a program that has to succeed, and answers its output.
  @discardableResult
  package static func output(
    of program: BytePath, _ arguments: [BytePath] = [], environment: [String: String] = [:],
    directory: BytePath? = nil
  ) throws -> [UInt8] {
    let result = try run(program, arguments, environment: environment, directory: directory)
    guard result.status == .exited(0) else {
      throw Failure(description: "'\(result.command)' ended with \(result.status): \(result.errorText)")
    }
    return result.output
  }
}
