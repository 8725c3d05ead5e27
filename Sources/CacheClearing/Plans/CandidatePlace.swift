internal import SystemCalls

/// Where a candidate lies. Those of one plan share the names of their directories: of deep trees, not even the paths of
/// all files that go would fit into memory.
enum CandidatePlace: Sendable {
  /// As it was decoded, or written into the plan by hand.
  case path(BytePath)
  /// A name in a directory.
  case entry([UInt8], directory: Int, of: PlannedTree)

  /// Below the root. O(its length).
  var path: BytePath {
    switch self {
    case .path(let path): path
    case .entry(let name, let directory, let planned): BytePath(bytes: planned.tree.path(of: name, in: directory))
    }
  }

  /// The last name of the path.
  var name: [UInt8] {
    switch self {
    case .path(let path): Array(path.bytes[(path.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...])
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

/// The directories of one plan's candidates.
final class PlannedTree: Sendable {
  let tree: PathTree

  init(_ tree: PathTree) {
    self.tree = tree
  }
}

extension CandidatePlace: Hashable {
  static func == (left: CandidatePlace, right: CandidatePlace) -> Bool {
    guard case .entry(let name, let directory, let planned) = left,
      case .entry(let otherName, let otherDirectory, let otherPlanned) = right
    else { return left.path == right.path }
    guard name == otherName else { return false }
    if planned === otherPlanned, directory == otherDirectory { return true }
    // Another plan may know a directory by another number.
    return planned.tree.path(of: [], in: directory) == otherPlanned.tree.path(of: [], in: otherDirectory)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CandidatePlace: Codable {
  init(from decoder: any Decoder) throws { self = .path(try BytePath(from: decoder)) }

  func encode(to encoder: any Encoder) throws { try path.encode(to: encoder) }
}
