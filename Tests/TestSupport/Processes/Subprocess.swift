internal import CTestSupport
internal import Glibc
package import SystemCalls

/// A program that runs as a child of this process. It is killed when the last reference goes.
package final class Subprocess: Sendable {
  /// What a standard stream of the child leads to.
  package enum Stream: Sendable {
    case null
    case closed
    /// An anonymous file: what the child writes is read when it has ended.
    case capture
    /// A pipe to or from this process.
    case pipe
    /// A file that exists.
    case file(BytePath)
  }

  /// The end of a program.
  package enum Status: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let command: String
  package let identifier: Int32
  private let state: Monitor<State>

  private struct State {
    var streams = OpenStreams()
    var status: Status?
  }

  /// Starts a program found in PATH. The environment is exactly the one given, and PATH.
  package init(
    _ program: BytePath, _ arguments: [BytePath] = [], environment: [String: String] = [:],
    directory: BytePath? = nil, input: Stream = .null, output: Stream = .capture, errors: Stream = .capture
  ) throws {
    command = ([program] + arguments).map(\.description).joined(separator: " ")
    var streams = OpenStreams()
    let given = try streams.open([input, output, errors])
    defer { streams.closeChildEnds() }

    var child: pid_t = 0
    let failure = withCStrings([program] + arguments) { (arguments) in
      withCStrings(Self.variables(environment)) { (environment) in
        withCStrings(directory.map { [$0] } ?? []) { (directory) in
          given.withUnsafeBufferPointer { (given) in
            ctest_spawn(&child, arguments[0], arguments, environment, directory[0], given.baseAddress)
          }
        }
      }
    }
    guard failure == 0 else {
      streams.closeOwnEnds()
      throw Failure(description: "cannot start '\(command)': \(Errno(rawValue: failure))")
    }
    identifier = child
    state = Monitor(State(streams: streams))
  }

  deinit {
    state.withLock { (state) in
      if state.status == nil {
        Glibc.kill(identifier, SIGKILL)
        _ = ctest_reap(identifier)
      }
      state.streams.closeOwnEnds()
    }
  }

  private static func variables(_ environment: [String: String]) -> [BytePath] {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin:/usr/sbin:/sbin"
    let all = ["PATH": path, "LC_ALL": "C"].merging(environment) { (_, given) in given }
    return all.map { BytePath("\($0.key)=\($0.value)") }
  }

  /// Sends a signal, unless the program was seen to end: its number may belong to another one then.
  package func send(signal: Int32) {
    state.withLock { (state) in
      if state.status == nil { Glibc.kill(identifier, signal) }
    }
  }

  /// Waits until the program has ended. One that does not end in time is killed, and that is an error.
  package func wait(atMost limit: Duration = .seconds(300)) throws -> Status {
    if let status = state.withLock({ $0.status }) { return status }
    // Without the lock, so that another thread can send the signal that ends the program.
    let hasEnded = ctest_wait_ended(identifier, Int32(limit.components.seconds * 1000))
    return try state.withLock { (state) in
      if let status = state.status { return status }
      guard hasEnded != -1 else {
        throw Failure(description: "cannot wait for '\(command)': \(Errno.current)")
      }
      if hasEnded == 0 { Glibc.kill(identifier, SIGKILL) }
      let code = ctest_reap(identifier)
      let status: Status = code < 0 ? .killed(signal: -code) : .exited(code)
      state.status = status
      guard hasEnded == 1 else { throw Failure(description: "'\(command)' did not end within \(limit)") }
      return status
    }
  }

  /// What the program wrote to a captured stream so far.
  package var capturedOutput: [UInt8] { state.withLock { $0.streams.captured(1) } }

  /// What the program wrote to its captured error stream so far.
  package var capturedErrors: [UInt8] { state.withLock { $0.streams.captured(2) } }

  /// The next line from the pipe that the program writes to, without its end; nil at the end of the stream.
  ///
  /// One thread at a time reads. The limit only keeps a test from hanging.
  package func nextLine(atMost limit: Duration = .seconds(120)) throws -> [UInt8]? {
    guard var reader = state.withLock({ $0.streams.takeReader() }) else {
      preconditionFailure("the output of '\(command)' is not a pipe, or is being read already")
    }
    defer { state.withLock { [reader] in $0.streams.putBack(reader) } }
    guard let line = try reader.next(milliseconds: Int32(limit.components.seconds * 1000)) else {
      throw Failure(description: "'\(command)' wrote no line within \(limit)")
    }
    return line.isEnd ? nil : line.bytes
  }

  /// Whether the program writes anything to its pipe within a time: for facts that must not come.
  package func hasOutput(within limit: Duration) throws -> Bool {
    guard let reader = state.withLock({ $0.streams.takeReader() }) else {
      preconditionFailure("the output of '\(command)' is not a pipe, or is being read already")
    }
    defer { state.withLock { $0.streams.putBack(reader) } }
    return try reader.hasMore(milliseconds: Int32(limit.components.seconds * 1000))
  }

  /// Writes to the program's input, which must be a pipe.
  package func write(_ bytes: [UInt8]) throws {
    try state.withLock { try $0.streams.write(bytes) }
  }

  /// Ends the program's input.
  package func closeInput() { state.withLock { $0.streams.closeInput() } }

  /// Stops reading the program's output: its next write fails.
  package func closeOutput() { state.withLock { $0.streams.closeOutput() } }
}
