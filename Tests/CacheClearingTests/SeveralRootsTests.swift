import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Several roots at once")
struct SeveralRootsTests {
  @Test("a root whose disk does not answer holds up no other, and each has its own report", arguments: [true, false])
  func blocked(isEverything: Bool) throws {
    let scenes = try (0..<4).map { _ in try Scene() }
    for (index, scene) in scenes.enumerated() {
      try scene.shell("mkdir d; seq \(10 * (index + 1)) | xargs -I{} touch -d 2001-01-01 d/{}")
    }
    let isOpen = Monitor(false)
    let gate: @Sendable () -> Void = { _ = isOpen.wait { $0 ? true : nil } }
    let disk = AlteredDisk(alter: { details in
      gate()
      return details
    })
    var runs: [ClearingRun] = []
    for (index, scene) in scenes.enumerated() {
      let plan = try isEverything ? scene.everything(for: scene.clearer()) : scene.plan(.olderThan(.zero))
      runs.append(try (index == 0 ? scene.clearer(disk: disk) : scene.clearer()).start(plan))
    }
    let others = runs[1...].map { $0.waitForReport() }
    #expect(others.map(\.files) == [20, 30, 40] && others.allSatisfy(\.isComplete))
    #expect(runs[0].waitForProgress(within: .zero)?.files == 0)
    isOpen.signal { $0 = true }
    let first = runs[0].waitForReport()
    #expect(first.files == 10 && first.isComplete)
  }
}
