import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Clears under pressure", .serialized, .enabled(if: geteuid() == 0))
struct PressureTests {
  @Test("whoever fills a cache for ever meets an end, and the answer that something is left", arguments: [2, 3, 5])
  func filling(level: Int) async throws {
    try await onOwnThread {
      var answers: Set<Bool?> = []
      // In a directory that goes too, the adversary mostly loses; in the root it may have slept for a few turns.
      for turn in 0..<100 where turn < 10 || (level == 2 && !answers.contains(false)) {
        let scene = try AttackScene()
        let adversary = try Adversary(user: AttackScene.attacker, .fill(scene.level(level)))
        let report = withExtendedLifetime(adversary) { scene.clear() }
        answers.insert(report?.isComplete)
        #expect(report?.skipped.allSatisfy { $0.reason == .busy } == true, "\(String(describing: report?.skipped))")
        #expect(scene.canary.isIntact)
      }
      // Complete is an answer too: when the adversary slept, or when the directory that it fills is gone.
      #expect(!answers.contains(nil))
      #expect(level > 2 || answers.contains(false))
    }
  }

  @Test("whoever fills a cache for ever keeps a naive deleter busy")
  func naiveFilling() async throws {
    try await onOwnThread {
      // The adversary may sleep for a whole round.
      let isCaught = try (0..<100).contains { _ in
        let scene = try AttackScene()
        let adversary = try Adversary(user: AttackScene.attacker, .fill(scene.root))
        let busyPasses = try withExtendedLifetime(adversary) {
          try (0..<50).count { _ in
            try scene.clear(.trustingPaths)
            return try !scene.root.names().isEmpty
          }
        }
        // Repeated until nothing is left, it would hardly ever end.
        return busyPasses > 10
      }
      #expect(isCaught)
    }
  }

  @Test(
    "a full disk is cleared", arguments: TestDisk.available([.ext4, .btrfs, .xfs, .tmpfs]), [false, true])
  func fullDisk(_ kind: TestDisk.Kind, aside: Bool) async throws {
    try await onOwnThread {
      let disk = try TestDisk(kind, megabytes: kind == .xfs ? 320 : 128)
      let canary = try CanaryTree(at: disk.root.appending("beside"), depth: 3)
      let root = disk.root.appending("cache")
      try Subprocess.output(
        of: "sh",
        [
          "-c",
          """
          mkdir "$1" "$1/a"; : >"$1/a/first"; dd if=/dev/zero of="$1/a/large" bs=1M 2>/dev/null
          n=0; while mkdir "$1/d$n" 2>/dev/null && echo x >"$1/d$n/f" 2>/dev/null; do n=$((n + 1)); [ $n -lt 3000 ] || break; done
          true
          """, "sh", root,
        ])
      let clearer = try CacheClearer(root: root, allowing: .all)
      let report = try clearer.clear(try clearer.plan([.everything], rules: ClearingRules(aside: aside)))
      #expect(report.isComplete, "\(report.skipped.prefix(3))")
      #expect(try root.names() == [])
      #expect(canary.isIntact)
    }
  }

  @Test(
    "a full disk stops a naive deleter that wants to make something first", .enabled(if: TestDisk.isAvailable(.ext4)))
  func naiveFullDisk() async throws {
    try await onOwnThread {
      let disk = try TestDisk(.ext4, megabytes: 16)
      let script = """
        mkdir cache; dd if=/dev/zero of=cache/large bs=1M 2>/dev/null
        while mkdir cache/d$((n += 1)) 2>/dev/null; do :; done
        """
      _ = try Subprocess.run("sh", ["-c", BytePath(script)], directory: disk.root)
      let cache = disk.root.appending("cache")
      try NaiveDeleter.movingAside.clear(cache, within: disk.root)
      #expect(try cache.names().contains(Array("large".utf8)))
    }
  }
}
