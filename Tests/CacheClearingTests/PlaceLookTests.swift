import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Looks at where directories are")
struct PlaceLookTests {
  /// A cache with a directory `d`, which something moves out of it, and a clock that only the test puts forward.
  private struct Place: Sendable {
    let scene: Scene
    let clock = SteppedClock()
    private let calls = Monitor(0)

    init(_ script: String) throws {
      scene = try Scene()
      try scene.shell(script)
    }

    /// Whether this is one out of the calls of some kind; the first is 1.
    func isCall(_ number: Int) -> Bool {
      calls.withLock { calls in
        calls += 1
        return calls == number
      }
    }

    func moveOut() {
      rename(scene.root.appending("d").string, scene.root.appending("../moved").string)
    }

    func clear(_ isEverything: Bool, on disk: AlteredDisk) throws -> ClearingReport {
      let clearer = try scene.clearer(disk: disk, clock: clock.clearingClock)
      var plan = try isEverything ? scene.everything(for: clearer) : scene.plan(.entries(["d"]))
      plan.rules.threads = 1
      let report = try clearer.clear(plan)
      try scene.expectCanaryUntouched()
      return report
    }

    /// The files of what was moved out.
    func left() throws -> Int {
      try Subprocess.output(of: "find", [scene.root.appending("../moved"), "-type", "f"]).split(separator: 10).count
    }
  }

  @Test("nothing goes from a directory that was moved out while its lock was waited for", arguments: [true, false])
  func lockWait(isEverything: Bool) throws {
    let place = try Place("mkdir d; touch d/1 d/2 d/3")
    let disk = AlteredDisk(beforeLocking: { _ in
      // After the root.
      guard place.isCall(2) else { return }
      place.moveOut()
      place.clock.advance(by: .milliseconds(300))
    })
    let report = try place.clear(isEverything, on: disk)
    #expect(try report.files == 0 && place.left() == 3)
    #expect(!report.isComplete)
  }

  @Test("a directory stays whose parent was moved out while its own lock was waited for")
  func victim() throws {
    let place = try Place("mkdir -p d/e")
    let disk = AlteredDisk(beforeLocking: { _ in
      // After the root and the parent.
      guard place.isCall(3) else { return }
      place.moveOut()
      place.clock.advance(by: .milliseconds(300))
    })
    let report = try place.clear(false, on: disk)
    #expect(report.directories == 0 && report.skips == ["d/e: changed"])
    #expect(try place.scene.root.appending("../moved").names() == [Array("e".utf8)])
  }

  @Test(
    "where each entry takes longer than a look counts, none goes after a move but the one at hand",
    arguments: [true, false])
  func slowDisk(isEverything: Bool) throws {
    let place = try Place("mkdir d; seq -f d/%g 100 | xargs touch")
    let disk = AlteredDisk(beforeRemoving: { _ in
      place.clock.advance(by: .milliseconds(10))
      if place.isCall(5) { place.moveOut() }
    })
    let report = try place.clear(isEverything, on: disk)
    #expect(try report.files == 5 && place.left() == 95)
  }

  @Test("a look counts for a second at most, however long it took", arguments: [true, false])
  func longLook(isEverything: Bool) throws {
    let place = try Place("mkdir d; seq -f d/%g 100 | xargs touch")
    let disk = AlteredDisk(
      beforeOpeningParent: { place.clock.advance(by: .seconds(3600)) },
      beforeRemoving: { _ in
        place.clock.advance(by: .milliseconds(10))
        guard place.isCall(3) else { return }
        place.moveOut()
        place.clock.advance(by: .seconds(1))
      })
    let report = try place.clear(isEverything, on: disk)
    #expect(try report.files == 3 && place.left() == 97)
  }

  @Test("no directory is entered any more below one that is known to be elsewhere")
  func lostBranch() throws {
    let place = try Place("for n in 1 2 3 4 5 6 7 8 9; do mkdir -p d/$n; touch d/$n/f; done")
    let opened = Monitor<[BytePath]>([])
    let disk = AlteredDisk(
      beforeOpening: { name in opened.withLock { $0.append(BytePath(bytes: name)) } },
      beforeRemoving: { _ in
        place.moveOut()
        place.clock.advance(by: .seconds(1))
      })
    let report = try place.clear(false, on: disk)
    // It is found out in the second one.
    #expect(opened.withLock { $0.filter { $0 != "d" }.count } == 2)
    #expect(report.files == 1 && report.skipped.allSatisfy { $0.reason == .changed })
    #expect(report.skipped.filter { $0.path.lastComponent == Array("f".utf8) }.count == 8)
  }
}
