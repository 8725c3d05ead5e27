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
}
