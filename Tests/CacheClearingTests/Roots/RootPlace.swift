import CacheClearing
import Glibc
import SystemCalls
import TestSupport

/// A directory that stands for `/`: with a system, homes and caches, and rules that say where they are.
final class RootPlace: Sendable {
  private let directory: TemporaryDirectory?
  let top: BytePath
  let rules: RootRules

  private static let filling = """
    mkdir -p usr/share var/lib/db var/cache/app/deep home/ada/.cache/pip home/ada/Documents data/cache data/other
    """

  /// - Parameters:
  ///   - user: for whom the rules are meant, whoever the test runs as.
  ///   - top: an empty directory; nil for a temporary one, which goes with this object.
  ///   - script: run by a shell in the place when it is filled.
  init(
    user: UInt32 = geteuid(), at top: BytePath? = nil, userCache: BytePath = "home/ada/.cache", _ script: String = ""
  )
    throws
  {
    directory = try top == nil ? TemporaryDirectory(in: TemporaryDirectory.fastDirectory) : nil
    let place = top ?? directory?.path ?? ""
    self.top = place
    rules = RootRules(
      user: user, systemDirectories: ["usr", "var", "usr/share", "var/cache"].map { place.appending($0) },
      systemHolders: [place.appending("held")], homes: [place.appending("home/ada"), place.appending("far/homes/eve")],
      homeHolders: [place.appending("people")], userCache: place.appending(userCache),
      systemCache: place.appending("var/cache"))
    try run("umask 022\n\(Self.filling)\n\(script)")
  }

  func run(_ script: String) throws {
    try Subprocess.output(of: "sh", ["-ec", BytePath(script)], directory: top)
  }

  func path(_ path: BytePath) -> BytePath { top.appending(path) }

  func open(_ path: BytePath, _ permissions: ClearingPermissions = []) throws(ClearingError) -> PinnedRoot {
    try PinnedRoot.open(self.path(path), allowing: permissions, rules: rules)
  }

  /// Why a directory is refused; nil where it is not.
  func refusal(of path: BytePath, _ permissions: ClearingPermissions = []) -> ClearingError? {
    do throws(ClearingError) {
      _ = try open(path, permissions)
      return nil
    } catch {
      return error
    }
  }
}

extension ClearingPermissions {
  static let all: ClearingPermissions = [.notACache, .mountRoot]
}
