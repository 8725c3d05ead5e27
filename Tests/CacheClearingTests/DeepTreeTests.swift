import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Clears of deep trees")
struct DeepTreeTests {
  @Test("a deep tree that has to stay is not walked again and again", .timeLimit(.minutes(1)))
  func keptDepth() throws {
    let scene = try Scene()
    let innermost = try scene.dig(1_000)
    defer { innermost.close() }
    try FileChanges.makeFile(BytePath("/proc/self/fd/\(innermost.rawValue)/keep"), permissions: 0o644)
    let report = try scene.clear(ClearingRules(protecting: ["keep"]))
    #expect(report.files == 1_000 && report.directories == 0 && report.isComplete)
    #expect(try scene.clear().directories == 1_000)
  }

  @Test("a comb of 3,000 levels goes with many workers", .timeLimit(.minutes(1)))
  func comb() throws {
    let scene = try Scene()
    let innermost = try scene.dig(3_000) { directory in
      for name in ["s", "t"] { try directory.makeDirectory(Array(name.utf8), permissions: 0o755) }
    }
    innermost.close()
    let report = try scene.clear(ClearingRules(threads: 4))
    #expect(report.directories == 9_000 && report.isComplete)
  }
}
