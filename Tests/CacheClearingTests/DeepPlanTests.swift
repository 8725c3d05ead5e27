import ByteCounts
import CacheClearing
import SystemCalls
import TestSupport
import Testing

/// Plans for trees whose paths are too long to be made for every entry: what a file costs must not grow with its depth.
@Suite("Lists of candidates in deep trees")
struct DeepPlanTests {
  private static let levels = 20_000

  /// Runs in a process that can open few files, with a chain of directories of each name.
  private static func withTree(of names: [BytePath] = ["d"], _ body: (Scene) throws -> Void) throws {
    let scene = try Scene()
    for name in names { try scene.dig(levels, name: name).close() }
    try OwnProcess.limitDescriptors(below: 256)
    try body(scene)
  }

  @Test("one old file in each of 20,000 levels goes by its age, past patterns", .timeLimit(.minutes(3)))
  func age() async {
    await #expect(processExitsWith: .success) {
      try Self.withTree { scene in
        let clearer = try scene.clearer()
        let patterns = ["keep", "*.lock", "pinned/*", "[0-9]*.tmp", "d*x"]
        let plan = try clearer.plan(.olderThan(.seconds(-1)), protecting: patterns)
        let report = try clearer.clear(plan)
        #expect(report.isComplete && report.files == Self.levels)
      }
    }
  }

  @Test("files of one age in 20,000 levels go in the order of their paths, down to a size", .timeLimit(.minutes(3)))
  func size() async {
    await #expect(processExitsWith: .success) {
      try Self.withTree { scene in
        let disk = AlteredDisk(alter: { details in
          var details = details
          (details.accessed, details.modified) = (
            FileTime(seconds: 1, nanoseconds: 0), FileTime(seconds: 1, nanoseconds: 0)
          )
          details.blocks = details.kind == .directory ? 0 : 1
          return details
        })
        let clearer = try scene.clearer(disk: disk)
        let plan = try clearer.plan(.leastRecentlyUsed(downTo: ByteCount(bytes: 3 * 512)))
        #expect(plan.candidates.count == Self.levels - 3)
        for (index, candidate) in plan.candidates.enumerated() where index % 1_000 == 0 {
          #expect(candidate.path.bytes.count == 2 * (Self.levels - index) + 1)
        }
        #expect(try clearer.clear(plan).files == Self.levels - 3)
        #expect(try scene.shell("ls d/f d/d/f d/d/d/f").count == 18)
      }
    }
  }

  @Test("two chains of directories go side by side", .timeLimit(.minutes(3)))
  func sideBySide() async {
    await #expect(processExitsWith: .success) {
      try Self.withTree(of: ["d", "e"]) { scene in
        let clearer = try scene.clearer()
        let plan = try clearer.plan(.olderThan(.seconds(-1)), rules: ClearingRules(prunesEmptyDirectories: true))
        let report = try clearer.clear(plan)
        #expect(report.isComplete && report.files == 2 * Self.levels && report.directories == 2 * Self.levels)
      }
    }
  }

  @Test("20,000 levels that a list empties go with it", .timeLimit(.minutes(3)))
  func pruning() async {
    await #expect(processExitsWith: .success) {
      try Self.withTree { scene in
        let clearer = try scene.clearer()
        let plan = try clearer.plan(
          .olderThan(.seconds(-1)), rules: ClearingRules(prunesEmptyDirectories: true), protecting: ["keep"])
        let report = try clearer.clear(plan)
        #expect(report.isComplete && report.files == Self.levels && report.directories == Self.levels)
        #expect(try scene.left() == [])
      }
    }
  }
}
