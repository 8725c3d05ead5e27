import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

/// An attacker exchanges directories for links, or moves them, while root clears.
@Suite("Attacks on the way", .serialized, .enabled(if: geteuid() == 0))
struct ExchangeAttackTests {
  private static let rounds = 20
  /// Two processors race: a window of microseconds is hit often, but not every time.
  private static let naiveRounds = 400

  @Test(
    "an exchange for a symbolic link leads nobody astray",
    arguments: ["the root's parent": 1, "the root": 2, "below the root": 3, "the middle": 5, "a leaf": 6])
  func exchange(_ place: (name: String, level: Int)) async throws {
    try await onOwnThread {
      var reports = 0
      for _ in 0..<Self.rounds {
        let scene = try AttackScene()
        let adversary = try Adversary(user: AttackScene.attacker, scene.exchanging(level: place.level))
        withExtendedLifetime(adversary) { if scene.clear() != nil { reports += 1 } }
        #expect(scene.canary.isIntact, "\(place.name)")
      }
      // Where the root itself is exchanged, being refused is right, but not every time.
      #expect(reports > 0)
      #expect(place.level <= 2 || reports == Self.rounds)
    }
  }

  @Test(
    "an exchange for a symbolic link leads a naive deleter astray",
    arguments: ["the root's parent": 1, "the root": 2, "below the root": 3, "the middle": 5, "a leaf": 6])
  func naiveExchange(_ place: (name: String, level: Int)) async throws {
    try await onOwnThread {
      let isCaught = try (0..<Self.naiveRounds).contains { _ in
        let scene = try AttackScene()
        let adversary = try Adversary(user: AttackScene.attacker, scene.exchanging(level: place.level))
        try withExtendedLifetime(adversary) { try scene.clear(.trustingPaths) }
        return !scene.canary.isIntact
      }
      #expect(isCaught)
    }
  }

  @Test("directories that are moved out and back have nothing deleted but their own contents")
  func move() async throws {
    try await onOwnThread {
      for round in 0..<Self.rounds {
        let scene = try AttackScene()
        let outside = scene.level(0)
        let before = try Self.files(in: outside)
        let adversary = try Adversary(
          user: AttackScene.attacker,
          .move(inside: scene.level(3 + round % 3), outside: outside.appending("out")))
        #expect(withExtendedLifetime(adversary) { scene.clear() } != nil)
        #expect(try Self.files(in: outside) == before)
        #expect(try Self.files(in: scene.level(1)) == before)
      }
    }
  }

  @Test("directories that are moved out and back lead a naive deleter out of the root")
  func naiveMove() async throws {
    try await onOwnThread {
      let isCaught = try (0..<Self.naiveRounds).contains { round in
        let scene = try AttackScene()
        let outside = scene.level(0)
        let before = try Self.files(in: outside)
        let adversary = try Adversary(
          user: AttackScene.attacker,
          .move(inside: scene.level(3 + round % 3), outside: outside.appending("out")))
        try withExtendedLifetime(adversary) { try scene.clear(.trustingParents) }
        return try Self.files(in: outside) != before
      }
      #expect(isCaught)
    }
  }

  @Test("two dots lead back to where the way came from, or nowhere")
  func dots() async throws {
    try await onOwnThread {
      let scene = try AttackScene()
      let wanted = try Descriptor.statusFollowing(scene.level(4).bytes).identity
      let path = scene.level(4).appending(BytePath("../canary"))
      let adversary = try Adversary(
        user: AttackScene.attacker, .move(inside: scene.level(4), outside: scene.level(0).appending("out")))
      withExtendedLifetime(adversary) {
        let rules = RootRules(user: 0, systemDirectories: [], homes: [], userCache: nil)
        let roots = (0..<4000).compactMap { _ in try? PinnedRoot.open(path, allowing: .all, rules: rules) }
        #expect(Set(roots.map(\.details.identity.file)) == [wanted])
        // Whoever just goes up is wherever the directory is by then.
        let isLedAstray = (0..<400_000).contains { _ in
          guard let directory = try? Descriptor.open(scene.level(4).bytes, .pathOnly) else { return false }
          defer { directory.close() }
          let status = try? directory.status(of: Array("../canary".utf8))
          return status.map { $0.identity != wanted } ?? false
        }
        #expect(isLedAstray)
      }
    }
  }

  private static func files(in directory: BytePath) throws -> Set<[UInt8]> {
    Set(try directory.names().filter { $0.starts(with: "canary-".utf8) })
  }
}
