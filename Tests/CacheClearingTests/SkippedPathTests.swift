import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

/// What is left in a tree whose paths would not all fit into memory.
@Suite("Reports of what is left in deep trees")
struct SkippedPathTests {
  private static let levels = 4_000
  private static let name = BytePath(bytes: [UInt8](repeating: UInt8(ascii: "n"), count: 250))

  /// Runs in a process that may use half of what all the paths take up.
  private static func withTree(_ body: (Scene) throws -> ClearingReport) throws {
    let scene = try Scene()
    try scene.dig(levels, name: name).close()
    try OwnProcess.limitMemory(to: 1 << 30)
    let report = try body(scene)
    #expect(report.files == 0 && report.skipped.count == levels)
    // From the innermost one: "n" comes behind "f".
    for level in stride(from: 1, through: levels, by: 500) {
      #expect(report.skipped[level - 1].path.bytes.count == (name.bytes.count + 1) * level + 1)
    }
  }

  @Test("a list whose first directory is locked", .timeLimit(.minutes(3)))
  func locked() async {
    await #expect(processExitsWith: .success) {
      try Self.withTree { scene in
        let clearer = try scene.clearer()
        let plan = try clearer.plan(.olderThan(.seconds(-1)))
        let holder = try Descriptor.open(scene.root.appending(Self.name).bytes, [.directory])
        defer { holder.close() }
        #expect(flock(holder.rawValue, LOCK_SH) == 0)
        return try clearer.clear(plan)
      }
    }
  }

  @Test("everything, with a protected file on each level", .timeLimit(.minutes(3)))
  func everything() async {
    await #expect(processExitsWith: .success) {
      try Self.withTree { try $0.clear(ClearingRules(protecting: ["f"])) }
    }
  }

  @Test("a directory that was named, with a protected file on each level", .timeLimit(.minutes(3)))
  func named() async {
    await #expect(processExitsWith: .success) {
      try Self.withTree { scene in
        let clearer = try scene.clearer()
        return try clearer.clear(clearer.plan(.entries([Self.name]), protecting: ["f"]))
      }
    }
  }
}
