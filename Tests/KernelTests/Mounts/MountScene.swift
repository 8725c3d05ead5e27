import Glibc
import SizeTracking
import SystemCalls
import TestSupport
import Testing

/// A tracked tree on a file system of its own, whose mounts all go with it.
final class MountScene {
  let root: BytePath
  let tracker: SizeTracker

  /// - Parameter root: an empty directory.
  init(_ root: BytePath, staysOnFileSystem: Bool, prepare: (Preparation) throws -> Void) throws {
    self.root = root
    let preparation = Preparation(root: root)
    try Subprocess.output(of: "mkdir", ["-p", root.appending("a/b/c"), root.appending("other")])
    for file in ["a/f", "a/b/f", "a/b/c/f"] as [BytePath] { try preparation.write(file, 6000) }
    try prepare(preparation)
    tracker = try SizeTracker(root: root, staysOnFileSystem: staysOnFileSystem)
    try tracker.synchronize()
  }

  /// What can be done before the tracker starts too.
  struct Preparation {
    let root: BytePath

    func mount(_ arguments: BytePath..., at path: BytePath) throws { try mount(arguments, at: path) }

    func mount(_ arguments: [BytePath], at path: BytePath) throws {
      try Subprocess.output(of: "mount", arguments + [root.appending(path)])
    }

    func write(_ path: BytePath, _ length: Int) throws {
      try Subprocess.output(of: "truncate", ["-s", "0", root.appending(path)])
      try Subprocess.output(
        of: "dd", ["if=/dev/zero", BytePath("of=\(root.appending(path).string)"), BytePath("bs=\(length)"), "count=1"])
    }
  }

  private var preparation: Preparation { Preparation(root: root) }

  func path(_ path: BytePath) -> BytePath { root.appending(path) }

  func mount(_ arguments: BytePath..., at path: BytePath) throws { try preparation.mount(arguments, at: path) }

  func unmount(_ path: BytePath) throws { try Subprocess.output(of: "umount", [root.appending(path)]) }

  func write(_ path: BytePath, _ length: Int) throws { try preparation.write(path, length) }

  func remove(_ path: BytePath) throws { try Subprocess.output(of: "rm", ["-r", root.appending(path)]) }

  /// Lets everything settle and compares every directory with its own `du`.
  func expectExact(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try tracker.settle()
    let comparison = try Comparison(of: tracker)
    #expect(comparison.isExact, "\(comparison.report)", sourceLocation: sourceLocation)
  }
}

/// A scene on a tmpfs of its own: unmounting that, lazily if need be, takes along what a failed test left mounted.
func withTrackedTree(
  staysOnFileSystem: Bool = false, prepare: @escaping @Sendable (MountScene.Preparation) throws -> Void = { _ in },
  _ body: @escaping @Sendable (MountScene) throws -> Void
) async throws {
  try await onOwnThread {
    let disk = try TestDisk(.tmpfs)
    let root = disk.root.appending("root")
    try Subprocess.output(of: "mkdir", [root])
    defer { _ = try? Subprocess.run("umount", ["-R", "-l", root]) }
    try body(try MountScene(root, staysOnFileSystem: staysOnFileSystem, prepare: prepare))
  }
}
