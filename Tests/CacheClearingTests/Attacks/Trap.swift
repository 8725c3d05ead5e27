import CacheClearing
import Glibc
import SystemCalls
import TestSupport

/// A cache that an attacker owns, on a file system of its own, so that what is mounted in it goes with it, and a canary.
struct Trap: Sendable {
  let disk: TestDisk
  let canary: CanaryTree
  var root: BytePath { disk.root.appending("cache") }

  /// - Parameter script: run in the cache, with the canary's path as `$1`.
  init(_ script: String, on kind: TestDisk.Kind = .tmpfs) throws {
    disk = try TestDisk(kind, megabytes: 64)
    canary = try CanaryTree(at: disk.root.appending("beside"), depth: 3)
    try FileChanges.makeDirectory(root, permissions: 0o755)
    try Subprocess.output(of: "bash", ["-ec", BytePath(script), "bash", canary.path], directory: root)
    lchown(root.string, AttackScene.attacker, AttackScene.attacker)
  }

  func clear(_ rules: ClearingRules = .init()) throws -> ClearingReport {
    let clearer = try CacheClearer(root: root, allowing: .all)
    return try clearer.clear(try clearer.plan([.everything], rules: rules))
  }

  func clear(_ deleter: NaiveDeleter) throws { try deleter.clear(root, within: disk.root) }

  /// What is left, at every depth, without other file systems.
  func names() throws -> [String] {
    let output = try Subprocess.output(of: "find", [root, "-xdev", "-mindepth", "1", "-printf", "%P\\n"])
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
  }
}
