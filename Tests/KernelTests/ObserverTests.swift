import SizeTracking
import SystemCalls
import TestSupport
import Testing

extension KernelSuite {
  /// Those who wait for a directory's numbers.
  @Suite struct ObserverTests {
    @Test("a directory that is observed by its path is found again when another takes its place")
    func otherDirectory() async throws {
      let place = try TemporaryDirectory(in: TemporaryDirectory.fastDirectory)
      func run(_ script: BytePath) async throws {
        let root = place.path
        _ = try await onOwnThread { try Subprocess.output(of: "sh", ["-ec", script], directory: root) }
      }
      try await run("mkdir seen other")
      let tracker = try SizeTracker(root: place.path)
      try await tracker.synchronize()
      var changes = tracker.changes(of: "seen").makeAsyncIterator()
      #expect(await changes.next()?.directories == 1)
      try await run("mv seen elsewhere")
      #expect(await changes.next()?.state == .gone)
      try await run("mkdir seen; echo text >seen/file")
      while let usage = await changes.next(), usage.files != 1 {}
      // What happens elsewhere is no news here.
      try await run("echo text >other/file; echo more >>seen/file")
      while let usage = await changes.next(), usage.apparentBytes != 10 {}
    }
  }
}
