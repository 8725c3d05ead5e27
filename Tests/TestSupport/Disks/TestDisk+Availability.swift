internal import Glibc
internal import SystemCalls

extension TestDisk {
  /// Why this machine cannot mount such a file system; nil when it can. The answer is found by trying, once.
  package static func obstacle(to kind: Kind) -> String? {
    obstacles.withLock { (known) in
      if let answer = known[kind] { return answer }
      let answer = findObstacle(to: kind)
      known[kind] = .some(answer)
      return answer
    }
  }

  private static let obstacles = Monitor<[Kind: String?]>([:])

  private static func findObstacle(to kind: Kind) -> String? {
    guard geteuid() == 0 else { return "skipped on \(kind.rawValue): only root can mount file systems" }
    do {
      try TestDisk(kind).unmount()
      return nil
    } catch {
      return "skipped on \(kind.rawValue): \(error)"
    }
  }

  /// Whether tests on such a file system can run here; prints the reason if not.
  ///
  /// With `CACHEWATCH_REQUIRE_MOUNTS` in the environment they run, and fail, in any case: nothing is skipped
  /// unnoticed on a machine that is meant to run everything.
  package static func isAvailable(_ kind: Kind) -> Bool {
    guard let obstacle = obstacle(to: kind), getenv("CACHEWATCH_REQUIRE_MOUNTS") == nil else { return true }
    print(obstacle)
    return false
  }

  /// Those of some kinds that tests can run on here; prints why not for each of the others.
  package static func available(_ kinds: [Kind]) -> [Kind] { kinds.filter(isAvailable) }
}

extension [TestDisk.Kind] {
  package static var all: Self { TestDisk.Kind.allCases }

  /// Every kind whose changes the kernel sees itself.
  package static var local: Self { [.ext4, .inlineData, .xfs, .btrfs, .compressed, .tmpfs, .overlay] }

  /// One of each file system, for storms.
  package static var matrix: Self { [.ext4, .xfs, .btrfs, .tmpfs, .overlay] }
}
