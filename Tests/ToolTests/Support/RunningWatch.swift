import Glibc
import SystemCalls
import TestSupport

/// A `cachewatch watch --json` in a process of its own, at a socket of its own.
final class RunningWatch: Sendable {
  let process: Subprocess
  let socket: BytePath
  /// Holds the socket.
  private let place: TemporaryDirectory

  /// Starts it; nothing is known about its state yet.
  init(
    _ roots: [BytePath], _ options: [BytePath] = [], environment: [String: String] = [:], at socket: BytePath? = nil
  ) throws {
    place = try TemporaryDirectory()
    self.socket = socket ?? place.path("socket")
    process = try Subprocess(
      Tool.program, ["watch", "--json", "--socket", self.socket] + options + roots, environment: environment,
      output: .pipe)
  }

  /// The next thing that it reports; nil when it has ended.
  func next() async throws -> ReportLine? {
    let line = try await onOwnThread { try self.process.nextLine() }
    return try line.map(ReportLine.init(json:))
  }

  /// What it reports, up to and including the first thing that fits.
  @discardableResult
  func reports(until isLast: (ReportLine) -> Bool) async throws -> [ReportLine] {
    var reports: [ReportLine] = []
    while let report = try await next() {
      reports.append(report)
      if isLast(report) { break }
    }
    return reports
  }

  /// Waits until the first scan is done.
  func untilReady() async throws {
    try await reports { $0.event == "ready" }
  }

  /// Runs `size` against this watch.
  func size(_ arguments: [BytePath]) async throws -> Subprocess.Result {
    try await Tool.run(["size", "--json", "--socket", socket] + arguments)
  }

  /// Ends it with a signal. Returns its status, and what it reported that nobody has read.
  func end(_ signal: Int32 = SIGTERM) async throws -> (status: Subprocess.Status, rest: [ReportLine]) {
    process.send(signal: signal)
    var rest: [ReportLine] = []
    while let report = try await next() { rest.append(report) }
    return (try await onOwnThread { try self.process.wait() }, rest)
  }
}
