import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Trees deeper than descriptors, stack and paths reach", .serialized)
struct DepthTests {
  private static let levels = 20_000

  @Test("20,000 levels need neither descriptors nor stack", .timeLimit(.minutes(2)))
  func depth() async {
    await #expect(processExitsWith: .success) {
      let scene = try Scene()
      try scene.dig(Self.levels).close()
      try OwnProcess.limitDescriptors(below: 256)
      // On threads with half a mebibyte of stack.
      let report = try scene.clear()
      #expect(report.isComplete)
      #expect((report.files, report.directories) == (Self.levels, Self.levels))
      #expect(try scene.root.names().isEmpty)
    }
  }

  @Test(
    "a naive deleter runs out of descriptors and leaves the rest without a word, or out of stack and crashes",
    .enabled(if: geteuid() == 0), .timeLimit(.minutes(2)))
  func naiveDepth() async throws {
    for (descriptors, crashes) in [(256, false), (4_000, true)] as [(UInt64, Bool)] {
      let scene = try Scene()
      try scene.dig(Self.levels).close()
      // The tree goes with this process: the other one may not live to see to it.
      await #expect(processExitsWith: crashes ? .signal(SIGSEGV) : .success) {
        [root = scene.root as BytePath, descriptors = descriptors as UInt64] in
        try OwnProcess.limitDescriptors(below: descriptors)
        try NaiveDeleter.holdingLevels.clear(root, within: root.removingLastComponent())
      }
      #expect(try !scene.root.names().isEmpty)
      // It deletes on its way back, and does not come back from a crash.
      let names = try scene.root.appending("d").names()
      #expect(names.contains(Array("f".utf8)) == crashes, "\(descriptors) descriptors")
      try scene.expectCanaryUntouched()
    }
  }

  @Test(
    "a naive deleter leaves what is farther than a path reaches, without a word", .enabled(if: geteuid() == 0))
  func naivePath() async throws {
    try await onOwnThread {
      let scene = try Scene()
      try scene.dig(20, name: BytePath(String(repeating: "n", count: 250))).close()
      try NaiveDeleter.trustingPaths.clear(scene.root, within: scene.root.removingLastComponent())
      #expect(try !scene.root.names().isEmpty)
      let report = try scene.clear()
      #expect(report.isComplete)
      #expect(try scene.root.names().isEmpty)
    }
  }
}
