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
  case splittingNames(at: UInt8)
  /// Passes names on as a terminal shows them: without escape sequences and marks of direction.
  case takingNamesAsShown
  /// Passes names on to a program that takes what begins with a dash for an option.
  case takingNamesForOptions
  /// Looks into each file first, and deletes none that it cannot open.
  case openingFiles
  /// Keeps each directory open until all below it is gone.
  case holdingLevels
  /// Gives up when something cannot be deleted.
  case stoppingAtFailure
  /// Moves everything out of sight first.
  case movingAside

  func clear(_ root: BytePath, within wall: BytePath) throws {
    let inside = BytePath("/").appending(try #require(root.below(wall)))
    let isBehindWall = Monitor<Bool?>(nil)
    try DedicatedThread.start(named: "naive") {
      // The working directory and `/` are this thread's own from here on.
      let isApart = (try? OwnProcess.unshareDirectories()) != nil
      let isInside = isApart && chroot(wall.string) == 0 && chdir(inside.string) == 0
      if isInside { run(inside) }
      isBehindWall.signal { $0 = isInside }
    }
    // One that did nothing must not count as one that left something.
    try #require(isBehindWall.wait { $0 } == true)
  }

  private func run(_ root: BytePath) {
    switch self {
    case .trustingPaths: Self.clearByPath(root)
    case .trustingParents: Self.clearHere(depth: 0)
    case .splittingNames(let end):
      for path in Self.files(below: ".") {
        for word in path.bytes.split(separator: end) { unlink(BytePath(bytes: Array(word)).string) }
      }
    case .takingNamesAsShown: for path in Self.files(below: ".") { unlink(Self.shown(path)) }
    case .takingNamesForOptions: for name in Self.names(in: ".") where !name.hasPrefix("-") { unlink(name) }
    case .openingFiles:
      for path in Self.files(below: ".") {
        guard let file = try? Descriptor.open(path.bytes, []) else { continue }
        file.close()
        unlink(path.string)
      }
    case .holdingLevels:
      guard let top = try? Descriptor.open(Array(".".utf8), [.directory]) else { return }
      defer { top.close() }
      Self.clearLevel(top)
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

  private static func clearLevel(_ directory: Descriptor) {
    var block = NameBlock(capacity: 4096)
    while (try? directory.readNames(into: &block)) == true {
      for name in block.names.map(block.bytes(of:)) {
        guard let inner = try? Descriptor.open(name, in: directory, [.directory, .noFollow]) else {
          try? directory.removeFile(name)
          continue
        }
        clearLevel(inner)
        inner.close()
        try? directory.removeDirectory(name)
      }
    }
  }

  private static func shown(_ path: BytePath) -> String {
    var text = ""
    var isInSequence = false
    for scalar in path.string.unicodeScalars {
      if scalar == "\u{1B}" {
        isInSequence = true
      } else if isInSequence {
        isInSequence = !scalar.properties.isAlphabetic
      } else if scalar.properties.generalCategory != .format {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
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
