import Glibc
import SystemCalls
import TestSupport
import Testing

/// Deleters as they are written when nobody thinks of an attack: what the attacks of these tests are good for shows on
/// them.
///
/// They are led astray, so each runs on a thread behind a wall: it has a directory as its `/`, and cannot go farther.
enum NaiveDeleter: Sendable {
  /// Looks at each path, and then uses it. Makes files empty first, so that open ones free their space.
  case trustingPaths
  /// Goes into each directory, and back up from wherever it is by then.
  case trustingParents
  /// Passes names on as a shell does that was not told where they end.
  case splittingNames
  /// Gives up when something cannot be deleted.
  case stoppingAtFailure
  /// Moves everything out of sight first.
  case movingAside

  func clear(_ root: BytePath, within wall: BytePath) throws {
    let inside = BytePath("/").appending(try #require(root.below(wall)))
    let isDone = Monitor(false)
    try DedicatedThread.start(named: "naive") {
      // The working directory and `/` are this thread's own from here on.
      let isApart = (try? OwnProcess.unshareDirectories()) != nil
      if isApart, chroot(wall.string) == 0, chdir(inside.string) == 0 { run(inside) }
      isDone.signal { $0 = true }
    }
    _ = isDone.wait { $0 ? true : nil }
  }

  private func run(_ root: BytePath) {
    switch self {
    case .trustingPaths: Self.clearByPath(root)
    case .trustingParents: Self.clearHere(depth: 0)
    case .splittingNames:
      for path in Self.files(below: ".") {
        for word in path.bytes.split(separator: UInt8(ascii: " ")) { unlink(BytePath(bytes: Array(word)).string) }
      }
    case .stoppingAtFailure: _ = Self.files(below: ".").allSatisfy { unlink($0.string) == 0 }
    case .movingAside:
      guard mkdir("aside", 0o700) == 0 else { return }
      for name in Self.names(in: ".") { rename(name, "aside/" + name) }
      Self.clearByPath("aside")
    }
  }

  private static func clearByPath(_ directory: BytePath) {
    for name in names(in: directory) {
      let path = directory.appending(BytePath(name))
      guard let status = try? Descriptor.workingDirectory.status(of: path.bytes) else { continue }
      if status.kind == .directory {
        clearByPath(path)
        rmdir(path.string)
      } else {
        if status.kind == .regular { truncate(path.string, 0) }
        unlink(path.string)
      }
    }
  }

  private static func clearHere(depth: Int) {
    guard depth < 20 else { return }
    for name in names(in: ".") {
      if chdir(name) == 0 {
        clearHere(depth: depth + 1)
        chdir("..")
        rmdir(name)
      } else {
        unlink(name)
      }
    }
  }

  private static func files(below directory: BytePath) -> [BytePath] {
    names(in: directory).flatMap { name -> [BytePath] in
      let path = directory.appending(BytePath(name))
      let isDirectory = (try? Descriptor.workingDirectory.status(of: path.bytes))?.kind == .directory
      return isDirectory ? files(below: path) : [path]
    }
  }

  private static func names(in directory: BytePath) -> [String] {
    ((try? directory.names()) ?? []).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }
}
