import TestSupport

/// A program that does what the product does, in its own way.
enum Peer: String, CaseIterable {
  case du, ncdu, gdu, inotifywait, watchman, rm
}

/// The programs to measure beside the product.
struct Peers {
  let installed: [Peer]
  let missing: [Peer]

  /// Those that are asked for, or all.
  init(_ options: inout Options) throws {
    let wanted = try options.list("--against", of: Peer.self) ?? Peer.allCases
    installed = wanted.filter { InstalledProgram.isAvailable($0.rawValue) }
    missing = wanted.filter { [installed] in !installed.contains($0) }
  }
}
