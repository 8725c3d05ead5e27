import ByteCounts
import Glibc
import SizeTracking

/// Shows a directory's size while files come and go, and reads back the effect of its own writes.
///
///     live-size [DIRECTORY]
///
/// Without a directory it works in a temporary one. It ends by itself after its own writes; the changes that other
/// programs make meanwhile show up as well.
@main
struct LiveSize {
  static func main() async throws {
    let directory = try CommandLine.arguments.dropFirst().first ?? makeTemporaryDirectory()
    let tracker = try SizeTracker(root: BytePath(directory))
    try await tracker.synchronize()
    print("\(tracker.root) starts at \(describe(tracker.usage))")

    // The numbers as they change, at most four times a second. Ends when the tracker is released.
    let watching = Task { [changes = tracker.changes(every: .milliseconds(250))] in
      for await usage in changes { print("  now \(describe(usage))") }
    }

    let file = directory + "/live-size.example"
    for megabytes in 1...3 {
      try append(bytes: 1_000_000, to: file)
      // Everything done before this line is in the numbers after it: no walk, no waiting for a timer.
      try await tracker.synchronize()
      print("after writing \(megabytes) MB: \(describe(tracker.usage))")
    }

    unlink(file)
    try await tracker.synchronize()
    print("after deleting it again: \(describe(tracker.usage))")
    watching.cancel()
  }

  static func describe(_ usage: DirectoryUsage) -> String {
    let format = ByteCountFormat(units: .decimal, precision: .decimals(2))
    let size = ByteCount(bytes: usage.allocatedBytes).formatted(format)
    return "\(size) in \(usage.files) files (\(usage.state.rawValue))"
  }

  static func append(bytes count: Int, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    defer { close(descriptor) }
    let zeros = [UInt8](repeating: 0, count: count)
    guard write(descriptor, zeros, count) == count else { throw Errno(rawValue: errno) }
  }

  static func makeTemporaryDirectory() throws -> String {
    var template = Array("/tmp/live-size.XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else { throw Errno(rawValue: errno) }
    return String(cString: path)
  }
}
