internal import SystemCalls

/// Standard output: every write is checked, and whole lines of several threads stay whole.
final class StandardOutput: Sendable {
  static let shared = StandardOutput()

  private struct State {
    var buffer: [UInt8] = []
    var failure: Errno?
  }

  private let state = Monitor(State())
  private let capacity = 64 * 1024

  /// Takes bytes and writes when many are waiting. After a failure everything is discarded.
  func write(_ bytes: some Sequence<UInt8>) {
    state.withLock { state in
      guard state.failure == nil else { return }
      state.buffer.append(contentsOf: bytes)
      if state.buffer.count >= capacity { Self.flush(&state) }
    }
  }

  /// Writes what is waiting.
  /// - Returns: why something was not written, now or earlier.
  func flush() -> Errno? {
    state.withLock { state in
      Self.flush(&state)
      return state.failure
    }
  }

  /// Writes what is waiting and says on standard error when that is impossible. A reader that went away is no news.
  func finish() -> ExitStatus {
    guard let failure = flush() else { return .done }
    if failure != .brokenPipe { Messages.complain("cannot write to standard output: \(failure)") }
    return .system
  }

  private static func flush(_ state: inout State) {
    guard !state.buffer.isEmpty, state.failure == nil else { return }
    do {
      try Descriptor.standardOutput.writeWaiting(state.buffer)
    } catch {
      state.failure = error
    }
    state.buffer.removeAll(keepingCapacity: true)
  }
}
