import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

/// A cache to clear, and beside it a canary that must stay as it is.
final class Scene: Sendable {
  private let place: TemporaryDirectory
  let root: BytePath
  let canary: BytePath
  private let untouched: [UInt8]

  init(in parent: BytePath? = TemporaryDirectory.fastDirectory, withCanary: Bool = true) throws {
    place = try TemporaryDirectory(in: parent)
    root = place.path("cache")
    canary = place.path("canary")
    try FileChanges.makeDirectory(root, permissions: 0o755)
    guard withCanary else {
      untouched = []
      return
    }
    try FileChanges.makeDirectory(canary, permissions: 0o755)
    try Self.shell("mkdir deep && echo precious >deep/file && ln deep/file second && ln -s deep link", in: canary)
    untouched = try Self.listing(of: canary)
  }

  /// Makes things in the cache.
  @discardableResult
  func shell(_ script: String) throws -> [UInt8] {
    try Self.shell(script, in: root)
  }

  @discardableResult
  private static func shell(_ script: String, in directory: BytePath) throws -> [UInt8] {
    try Subprocess.output(of: "sh", ["-ec", BytePath("cd \"$1\"; " + script), "scene", directory])
  }

  private static func listing(of directory: BytePath) throws -> [UInt8] {
    try shell("find . -printf '%p %y %s %n %m %l\\n' | sort; find . -type f -exec cat {} +", in: directory)
  }

  /// Makes a chain of directories, each with a file.
  /// - Returns: a descriptor of the innermost one.
  @discardableResult
  func dig(
    _ levels: Int, name: BytePath = "d", adding others: (Descriptor) throws -> Void = { _ in }
  ) throws -> Descriptor {
    var directory = try Descriptor.open(root.bytes, [.directory])
    for _ in 0..<levels {
      try directory.makeDirectory(name.bytes, permissions: 0o755)
      let next = try Descriptor.open(name.bytes, in: directory, [.directory])
      directory.close()
      directory = next
      try others(directory)
      try FileChanges.makeFile(BytePath("/proc/self/fd/\(directory.rawValue)/f"), permissions: 0o644)
    }
    return directory
  }

  /// The names left in the cache, sorted.
  func left() throws -> [String] {
    let text = String(decoding: try shell("find . -mindepth 1 | sort"), as: UTF8.self)
    return text.split(separator: "\n").map { String($0.dropFirst(2)) }
  }

  func expectCanaryUntouched(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try Self.listing(of: canary) == untouched, sourceLocation: sourceLocation)
  }

  func clearer(
    disk: any ClearingDisk = KernelClearingDisk(), clock: ClearingClock = ClearingClock()
  ) throws -> CacheClearer {
    CacheClearer(try PinnedRoot.open(root, allowing: [.notACache, .mountRoot]), disk: disk, clock: clock)
  }

  func everything(_ rules: ClearingRules = .init(), for clearer: CacheClearer) -> ClearingPlan {
    ClearingPlan(
      root: clearer.root, rootIdentity: clearer.pinned.details.identity, policies: [.everything], rules: rules)
  }

  /// A plan that names entries as they are now, in this order.
  func plan(
    _ paths: [BytePath], _ rules: ClearingRules = .init(), for clearer: CacheClearer
  ) throws -> ClearingPlan {
    let candidates = try paths.map { path in
      let holder = try Descriptor.open(root.appending(path.removingLastComponent()).bytes, [.directory])
      defer { holder.close() }
      let details = try holder.details(of: path.lastComponent ?? [])
      return ClearingCandidate(
        path: path, details: details, allocatedBytes: 0, age: .zero, lastUse: 0, reason: .entry)
    }
    return ClearingPlan(
      root: clearer.root, rootIdentity: clearer.pinned.details.identity, policies: [.entries(paths)], rules: rules,
      candidates: candidates)
  }

  /// Clears everything, and looks after the canary.
  @discardableResult
  func clear(
    _ rules: ClearingRules = .init(), disk: any ClearingDisk = KernelClearingDisk(),
    clock: ClearingClock = ClearingClock(), sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ClearingReport {
    let clearer = try clearer(disk: disk, clock: clock)
    let report = try clearer.clear(everything(rules, for: clearer))
    try expectCanaryUntouched(sourceLocation: sourceLocation)
    return report
  }

  /// What `du` says, in bytes.
  func diskUsage() throws -> UInt64 {
    let text = String(decoding: try Subprocess.output(of: "du", ["-s", "-B1", root]), as: UTF8.self)
    return try #require(UInt64(text.prefix { $0 != "\t" }))
  }
}

extension ClearingReport {
  /// The skipped entries as "path: reason".
  var skips: [String] { skipped.map { "\($0.path): \($0.reason.rawValue)" } }
}
