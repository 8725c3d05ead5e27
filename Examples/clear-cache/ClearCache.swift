import ByteCounts
import CacheClearing
import Glibc
import SizeTracking

/// Shows how much a cache holds, clears it, and shows the live size fall to what is left.
///
///     clear-cache [DIRECTORY]
///
/// Without a directory it makes one with a few files. One that is named has to look like a cache: it lies in the user's
/// cache directory, or has a CACHEDIR.TAG in it.
@main
struct ClearCache {
  static func main() async throws {
    guard let directory = CommandLine.arguments.dropFirst().first else {
      let sample = try makeSample()
      try await clear(BytePath(sample), allowing: .notACache)
      rmdir(sample)
      return
    }
    do {
      try await clear(BytePath(directory))
    } catch {
      // Refused, or not there: the error says why, and nothing was touched.
      print(error)
      exit(2)
    }
  }

  static func clear(_ directory: BytePath, allowing permissions: ClearingPermissions = []) async throws {
    let clearer = try CacheClearer(root: directory, allowing: permissions)
    let tracker = try SizeTracker(root: clearer.root)
    try await tracker.synchronize()
    print("\(clearer.root) holds \(describe(tracker.usage))")

    // The clearer knows nothing of the tracker: the deletions come back as events.
    let watching = Task { [changes = tracker.changes(every: .milliseconds(100))] in
      for await usage in changes { print("  live: \(describe(usage))") }
    }
    let run = try await clearer.start(try await clearer.plan(.everything))
    for await progress in run.progress { print("  deleted: \(progress.files) files") }

    let report = await run.report
    print("freed \(size(report.freedBytes)): \(report.files) files, \(report.directories) directories")
    for entry in report.skipped { print("  left: \(entry.path) (\(entry.reason.rawValue))") }

    // Everything that was deleted before this line is out of the numbers after it.
    try await tracker.synchronize()
    print("what is left: \(describe(tracker.usage))")
    watching.cancel()
  }

  static func describe(_ usage: DirectoryUsage) -> String {
    "\(size(usage.allocatedBytes)) in \(usage.files) files"
  }

  static func size(_ bytes: UInt64) -> String {
    ByteCount(bytes: bytes).formatted(ByteCountFormat(units: .decimal, precision: .decimals(2)))
  }

  static func makeSample() throws -> String {
    var template = Array("/tmp/clear-cache.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Errno(rawValue: errno) }
    let path = String(cString: made)
    for number in 1...2000 {
      if number % 100 == 1 { mkdir("\(path)/\(number / 100)", 0o755) }
      let file = open("\(path)/\((number - 1) / 100)/\(number)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      guard file >= 0, write(file, path, path.utf8.count) > 0 else { throw Errno(rawValue: errno) }
      close(file)
    }
    return path
  }
}
