internal import SystemCalls

/// Lines over a socket.
struct LineChannel {
  let socket: LocalSocket
  private var received: [UInt8] = []
  private var searched = 0
  private let pieceSize = 64 * 1024

  init(_ socket: LocalSocket) {
    self.socket = socket
  }

  /// The next line without its end; nil when the other side is done, or when the line is too long.
  mutating func readLine(limit: Int) throws(Errno) -> [UInt8]? {
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(received[..<end])
        received.removeFirst(end + 1)
        searched = 0
        return line
      }
      searched = received.count
      guard searched <= limit, try socket.descriptor.read(upTo: pieceSize, appendingTo: &received) > 0 else {
        return nil
      }
    }
  }

  /// Reads until a line for which `isLast` is true has come.
  /// - Returns: everything before that line, and the line; nil when the other side ends first.
  mutating func readLines(
    until deadline: MonotonicTime?, isLast: ([UInt8]) -> Bool
  ) throws(Errno) -> (lines: [UInt8], last: [UInt8])? {
    var lineStart = 0
    while true {
      while let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(received[lineStart..<end])
        if isLast(line) {
          let lines = Array(received[..<lineStart])
          received.removeFirst(end + 1)
          searched = 0
          return (lines, line)
        }
        lineStart = end + 1
        searched = lineStart
      }
      searched = received.count
      try limitWaiting(to: deadline)
      guard try socket.descriptor.read(upTo: pieceSize, appendingTo: &received) > 0 else { return nil }
    }
  }

  func write(_ bytes: [UInt8]) throws(Errno) {
    try socket.descriptor.write(bytes)
  }

  private func limitWaiting(to deadline: MonotonicTime?) throws(Errno) {
    guard let deadline else { return try socket.setTimeout(nil) }
    let left = deadline - .now
    guard left > .zero else { throw .wouldBlock }
    try socket.setTimeout(left)
  }
}
