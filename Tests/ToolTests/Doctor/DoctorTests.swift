import Foundation
import SystemCalls
import TestSupport
import Testing

@Suite struct DoctorTests {
  private struct Line: Decodable {
    var event: String
    var path: String?
    var filesystem: String?
    var self_test: String?
    var directories: Int?
    var max_user_watches: Int?
    var watches_in_use: Int?
    var message: String?
    var process: Int32?
    var audits: Int?
    var drift_entries: Int?
    var drift_bytes: UInt64?
  }

  private func lines(_ result: Subprocess.Result) throws -> [Line] {
    try result.output.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Line.self, from: Data($0))
    }
  }

  @Test("a healthy directory is exit 0, is tested for real, and nothing stays behind")
  func healthy() async throws {
    let tree = try SampleTree()
    let result = try await Tool.run(["doctor", "--json", tree.root])
    #expect(result.status == .exited(0), "\(result.text)")
    let path = try #require(try lines(result).first { $0.event == "path" })
    #expect(path.path == tree.root.string)
    #expect(path.self_test == "works")
    let directories = try await Tool.run(["size", "--json", tree.root]).reports().first?.directories
    #expect(path.directories == directories)
    let names = try tree.root.names()
    #expect(!names.contains { $0.starts(with: Array(".cachewatch".utf8)) })
  }

  @Test("the limits are those of the kernel")
  func limits() async throws {
    let directory = try TemporaryDirectory()
    let limits = try #require(try lines(try await Tool.run(["doctor", "--json", directory.path])).first)
    #expect(limits.event == "limits")
    let expected = [
      ProcFile.number("/proc/sys/fs/inotify/max_user_watches"), ProcFile.number("/proc/sys/user/max_inotify_watches"),
    ]
    #expect(limits.max_user_watches == expected.compactMap { $0 }.min())
  }

  @Test("watches of a running watch are counted")
  func use() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root])
    try await watch.untilReady()
    let limits = try #require(try lines(try await Tool.run(["doctor", "--json", tree.root])).first)
    let directories = try await Tool.run(["size", "--json", tree.root]).reports().first?.directories ?? 0
    #expect((limits.watches_in_use ?? 0) >= directories)
    _ = try await watch.end()
  }

  @Test("what a running watch has seen is shown, with the drift that its audit found")
  func drift() async throws {
    let place = try TemporaryDirectory()
    let root = place.path("root")
    try await run("mkdir root; truncate -s 1M root/file", in: place.path)
    let watch = try RunningWatch([root], ["--audit", "1s", "--audit-budget", "100%"])
    try await watch.untilReady()
    // What is still to be written back may change by itself, and is no drift.
    _ = try await watch.size(["--settle", root])
    // The kernel does not tell of stores to memory while it is mapped.
    let mapping = try Subprocess(
      "python3", ["-c", BytePath(Self.storing), root.appending("file")], input: .pipe, output: .pipe)
    _ = try await onOwnThread { try mapping.nextLine() }
    let drift = try #require(try await watch.reports { $0.event == "drift" }.last)
    #expect(drift.entries == 1)
    let result = try await Tool.run(["doctor", "--json", "--socket", watch.socket, root])
    #expect(result.status == .exited(1))
    let line = try #require(try lines(result).first { $0.event == "watch" })
    #expect(line.path == root.string)
    #expect(line.process == watch.process.identifier)
    // A second audit may have found stores that were made after the first.
    #expect((line.drift_entries ?? 0) >= 1)
    #expect((line.drift_bytes ?? 0) >= (drift.bytes ?? .max))
    #expect((line.audits ?? 0) > 0)
    #expect(try lines(result).contains { $0.event == "problem" && ($0.message ?? "").contains("had drifted") })
    _ = try await watch.end()
  }

  @Test("a file system whose changes are not reported is exit 1")
  func silentFileSystem() async throws {
    let result = try await Tool.run(["doctor", "--json", "/proc/sys/fs/inotify"])
    #expect(result.status == .exited(1))
    #expect(try lines(result).contains { $0.event == "problem" && ($0.message ?? "").contains("is on proc") })
  }

  @Test("a missing path is exit 3, and the others are still examined")
  func missing() async throws {
    let directory = try TemporaryDirectory()
    let result = try await Tool.run(["doctor", directory.path("nowhere"), directory.path])
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("'\(directory.path("nowhere"))'"))
    #expect(result.text.contains(directory.path.string))
  }

  @Test("--min-free is exit 4 when no more than that is free")
  func minimumFree() async throws {
    let directory = try TemporaryDirectory()
    #expect(try await Tool.run(["doctor", "--min-free", "100%", directory.path]).status == .exited(4))
    #expect(try await Tool.run(["doctor", "--min-free", "1", directory.path]).status == .exited(0))
  }

  /// Stores a byte in each page of a file, says so, and keeps it mapped until its input ends.
  private static let storing = """
    import mmap, sys
    with open(sys.argv[1], "r+b") as file:
      memory = mmap.mmap(file.fileno(), 0)
      for offset in range(0, len(memory), 4096): memory[offset] = 1
      print("stored", flush=True)
      sys.stdin.read()
    """

  private func run(_ script: BytePath, in directory: BytePath) async throws {
    try await onOwnThread { _ = try Subprocess.output(of: "sh", ["-ec", script], directory: directory) }
  }
}
