import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Previews")
struct PreviewTests {
  @Test("a preview says what the clear then does, and touches nothing")
  func agreement() throws {
    let scene = try Scene()
    try scene.shell(
      """
      mkdir -p a/b c .h keep; head -c 50000 /dev/zero >a/b/x; ln a/b/x c/y; ln ../canary/second c/out
      touch .h/f keep/g; ln a/b/x keep/z
      """)
    let rules = ClearingRules(protecting: ["keep"], skipsHidden: true)
    let clearer = try scene.clearer()
    let plan = scene.everything(rules, for: clearer)
    let before = try scene.left()
    let expected = try clearer.preview(plan)
    #expect(try scene.left() == before)
    let report = try clearer.clear(plan)
    #expect((expected.files, expected.directories) == (report.files, report.directories))
    #expect(expected.freedBytes == report.freedBytes)
    #expect(expected.skipped == report.skipped)
  }

  @Test("candidates come with what they free, contents before their directory")
  func candidates() throws {
    let scene = try Scene()
    try scene.shell("mkdir a; head -c 50000 /dev/zero >a/x; ln a/x a/y")
    let clearer = try scene.clearer()
    let seen = Monitor<[ClearingCandidate]>([])
    let report = try clearer.preview(scene.everything(for: clearer)) { candidate in
      seen.withLock { $0.append(candidate) }
    }
    let candidates = seen.withLock { $0 }
    #expect(Set(candidates.map(\.path)) == ["a", "a/x", "a/y"])
    #expect(candidates.last?.path == "a")
    #expect(candidates.map(\.allocatedBytes).reduce(0, +) == report.freedBytes)
    #expect(candidates.first?.allocatedBytes == 0)
  }
}
