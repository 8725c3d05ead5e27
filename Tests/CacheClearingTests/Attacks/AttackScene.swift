import CacheClearing
import Glibc
import SystemCalls
import TestSupport

/// A cache in directories that belong to an attacker, and beside them a canary that does not. Both have the same shape,
/// so that a path that goes astray finds what it looks for.
final class AttackScene {
  static let attacker: UInt32 = 7001

  let canary: CanaryTree
  private let place: TemporaryDirectory

  init() throws {
    place = try TemporaryDirectory(in: TemporaryDirectory.fastDirectory)
    chmod(place.path.string, 0o755)
    canary = try CanaryTree(at: place.path("beside"))
    mkdir(place.path("own").string, 0o755)
    try CanaryTree.fill(level(0), depth: 7)
    try giveAway(level(0))
  }

  /// What no deleter of a test may leave.
  var wall: BytePath { place.path }

  /// The directory so many levels down: 0 is the attacker's topmost one.
  func level(_ depth: Int) -> BytePath {
    (0..<depth).reduce(place.path("own")) { path, _ in path.appending("canary") }
  }

  /// The directory to clear; what is above it is the attacker's too.
  var root: BytePath { level(2) }

  /// Exchanges the directory at a level with a link to the canary.
  func exchanging(level depth: Int) -> Adversary.Deed {
    let target = BytePath(String(repeating: "../", count: depth) + "beside")
    return .exchange(directory: level(depth), link: level(depth - 1).appending("link"), target: target)
  }

  /// Clears as the library's users do; nil where it refused.
  func clear(_ rules: ClearingRules = .init()) -> ClearingReport? {
    do throws(ClearingError) {
      let clearer = try CacheClearer(root: root, allowing: .all)
      return try clearer.clear(try clearer.plan([.everything], rules: rules))
    } catch {
      return nil
    }
  }

  func clear(_ deleter: NaiveDeleter) throws { try deleter.clear(root, within: wall) }

  private func giveAway(_ path: BytePath) throws {
    for name in try path.names() {
      let entry = path.appending(name)
      if name == Array("canary".utf8) { try giveAway(entry) }
      lchown(entry.string, Self.attacker, Self.attacker)
    }
    lchown(path.string, Self.attacker, Self.attacker)
  }
}
