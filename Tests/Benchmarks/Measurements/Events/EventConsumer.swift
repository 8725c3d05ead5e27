import SystemCalls
import TestSupport

/// A process that takes the events of everything below a directory.
protocol EventConsumer: AnyObject {
  /// Returns when everything below is watched.
  init(_ root: BytePath) throws
  var process: Subprocess { get }
  /// Returns when what was done before the call has been taken in.
  func catchUp() throws
  /// Ends the process.
  func end() throws
}

extension EventConsumer {
  /// The processor time that the consumer has used, in seconds.
  var processorSeconds: Double {
    get throws { try ProcessFigures.processorSeconds(of: process.identifier) }
  }

  /// For programs that do not say when they are done: returns when the processor time stands still.
  func waitUntilQuiet() throws {
    var last = -1.0
    while last != (try processorSeconds) {
      last = try processorSeconds
      _ = try Subprocess.run("sleep", ["0.2"])
    }
  }
}
