import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Asking for locks side by side")
struct LockAnswersTests {
  @Test("a worker that waits for an answer about one directory holds up none in another")
  func sideBySide() throws {
    let scene = try Scene()
    try scene.shell("mkdir a b; touch a/x b/y")
    let slow = try scene.root.appending("a").fileIdentity()
    let isRemoved = Monitor(false)
    let hasWaited = Monitor<Bool?>(nil)
    let disk = AlteredDisk(
      beforeLocking: { directory in
        guard (try? directory.status().identity) == slow else { return }
        // However that goes, the test ends.
        let isInTime = isRemoved.wait(until: .now + .seconds(60)) { $0 ? true : nil } == true
        hasWaited.signal { $0 = $0 ?? isInTime }
      },
      beforeRemoving: { name in if name == Array("y".utf8) { isRemoved.signal { $0 = true } } })
    let clearer = try scene.clearer(disk: disk)
    let report = try clearer.clear(scene.plan(["a/x", "b/y"], ClearingRules(threads: 2), for: clearer))
    #expect(hasWaited.withLock { $0 } == true)
    #expect(report.files == 2)
  }
}

extension BytePath {
  fileprivate func fileIdentity() throws(Errno) -> FileIdentity { try Descriptor.statusFollowing(bytes).identity }
}
