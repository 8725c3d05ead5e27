internal import CTestSupport
internal import Glibc
internal import SystemCalls

/// Cuts what comes out of a pipe into lines.
struct LineReader: Sendable {
  struct Line {
    var bytes: [UInt8]
    /// Whether the stream ended instead. What stood after the last line's end is dropped with it.
    var isEnd = false
  }

  let descriptor: Int32
  private var waiting: [UInt8] = []

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The next line; nil when the time passed first.
  mutating func next(milliseconds: Int32) throws(Errno) -> Line? {
    while true {
      if let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
        defer { waiting.removeSubrange(...end) }
        return Line(bytes: Array(waiting[..<end]))
      }
      let ready = ctest_wait_readable(descriptor, milliseconds)
      guard ready != -1 else { throw Errno.current }
      guard ready != 0 else { return nil }
      var block = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &block, block.count)
      guard count >= 0 else { throw Errno.current }
      guard count > 0 else { return Line(bytes: waiting, isEnd: true) }
      waiting += block[..<count]
    }
  }

  /// Whether there is more to read, or the stream has ended; false when the time passed first.
  func hasMore(milliseconds: Int32) throws(Errno) -> Bool {
    guard waiting.isEmpty else { return true }
    let ready = ctest_wait_readable(descriptor, milliseconds)
    guard ready != -1 else { throw Errno.current }
    return ready == 1
  }
}
