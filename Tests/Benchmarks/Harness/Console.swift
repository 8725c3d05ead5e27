import Glibc

/// Writes whole lines at once, so that a reader at the other end of a pipe does not wait for them.
enum Console {
  static func line(_ text: String) { write(text, to: STDOUT_FILENO) }

  static func complaint(_ text: String) { write("benchmarks: " + text, to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array((text + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { exit(1) }
      rest = rest.dropFirst(count)
    }
  }
}
