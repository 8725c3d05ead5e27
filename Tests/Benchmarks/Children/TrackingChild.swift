import SystemCalls
import TestSupport

/// A running process that tracks a directory.
final class TrackingChild {
  let process: Subprocess
  /// From before the tracker to its first barrier.
  let seconds: Double

  /// Returns when the first scan is done.
  init(_ root: BytePath, runsTasks: Bool = false) throws {
    process = try Subprocess(
      BuildProducts.program("benchmarks"), [BytePath(TrackingProcess.name), root] + (runsTasks ? ["tasks"] : []),
      input: .pipe, output: .pipe)
    guard let seconds = Double(try Self.line(of: process)) else {
      throw Options.Failure("the tracking process does not say how long it took")
    }
    self.seconds = seconds
  }

  /// Asks, and waits for the answer.
  @discardableResult
  func ask(_ question: TrackingProcess.Question) throws -> String {
    try process.write(Array((question.rawValue + "\n").utf8))
    return try Self.line(of: process)
  }

  /// The answer to a question after a number.
  func number(_ question: TrackingProcess.Question) throws -> Int {
    let answer = try ask(question)
    guard let number = Int(answer) else { throw Options.Failure("'\(answer)' is no answer to '\(question)'") }
    return number
  }

  /// Returns when the process has ended.
  func end() throws {
    process.closeInput()
    _ = try process.wait()
  }

  private static func line(of process: Subprocess) throws -> String {
    guard let line = try process.nextLine() else {
      throw Options.Failure(String(decoding: process.capturedErrors, as: UTF8.self))
    }
    return String(decoding: line, as: UTF8.self)
  }
}
