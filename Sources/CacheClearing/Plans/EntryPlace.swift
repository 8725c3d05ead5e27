internal import SystemCalls

/// Where an entry lies. Those of one plan, or of one report, share the names of their directories: of deep trees, not even
/// the paths of all files would fit into memory.
enum EntryPlace: Sendable {
  /// As it was decoded, or written into the plan by hand.
  case path(BytePath)
  /// A name in a directory.
  case entry([UInt8], directory: Int, of: PlaceTree)

  /// Below the root. O(its length).
  var path: BytePath {
    switch self {
    case .path(let path): path
    case .entry(let name, let directory, let shared): BytePath(bytes: shared.tree.path(of: name, in: directory))
    }
  }

  /// The last name of the path.
  var name: [UInt8] {
    switch self {
    case .path(let path): path.lastComponent ?? []
    case .entry(let name, _, _): name
    }
  }

  /// Whether it is a name in the root itself.
  func isInRoot(as name: [UInt8]) -> Bool {
    switch self {
    case .path(let path): path.bytes == name
    case .entry(let own, let directory, _): directory == PathTree.root && own == name
    }
  }
}

/// The directories that entries share.
final class PlaceTree: Sendable {
  let tree: PathTree

  init(_ tree: PathTree) {
    self.tree = tree
  }
}

extension EntryPlace: Hashable {
  static func == (left: EntryPlace, right: EntryPlace) -> Bool {
    guard case .entry(let name, let directory, let shared) = left,
      case .entry(let otherName, let otherDirectory, let otherShared) = right
    else { return left.path == right.path }
    guard name == otherName else { return false }
    if shared === otherShared, directory == otherDirectory { return true }
    // Another tree may know a directory by another number.
    return shared.tree.path(of: [], in: directory) == otherShared.tree.path(of: [], in: otherDirectory)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension EntryPlace: Codable {
  init(from decoder: any Decoder) throws { self = .path(try BytePath(from: decoder)) }

  func encode(to encoder: any Encoder) throws { try path.encode(to: encoder) }
}
