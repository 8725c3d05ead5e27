import Glibc
import SystemCalls
import TestSupport

/// Trees that differ in one thing only, of which each has more than the one before.
enum GrowthSeries: String, CaseIterable {
  /// Files, spread as in `node_modules`.
  case files
  /// Levels of as many directories and files, in ever fewer chains.
  case depth
  /// Files in one directory.
  case entries
  /// Names of files that have as many of them as a file system allows, ten in each directory.
  case links

  /// From the smallest to the largest.
  var sizes: [Int] {
    switch self {
    case .files: [50_000, 100_000, 200_000, 400_000, 800_000]
    case .depth: [1, 10, 100, 1000]
    case .entries: [1, 10, 100, 1000, 10_000, 100_000]
    case .links: [10, 100, 1000, 10_000, 100_000]
    }
  }

  func build(_ size: Int, in place: Place) throws -> GrowthTree {
    switch self {
    case .files:
      let tree = try BuiltTree(.node, files: size, in: place.path)
      return try GrowthTree(size, tree.root, owner: tree, change: .name(in: tree.root.appending("package-0/lib/util")))
    case .entries:
      let tree = try BuiltTree(.flat, files: size, in: place.path)
      return try GrowthTree(size, tree.root, owner: tree, change: .name(in: tree.root))
    case .depth:
      let directory = try TemporaryDirectory(in: place.path)
      let bottom = try Self.makeChains(of: size, in: directory.path)
      return try GrowthTree(size, directory.path, owner: directory, change: .name(in: bottom))
    case .links:
      let directory = try TemporaryDirectory(in: place.path)
      let file = try Self.makeLinks(size, in: directory.path)
      return try GrowthTree(size, directory.path, owner: directory, change: .size(of: file))
    }
  }

  private static let directoriesInChains = 2000
  private static let filesInDirectory = 10

  /// - Returns: the last directory of the last chain.
  private static func makeChains(of depth: Int, in root: BytePath) throws -> BytePath {
    var directory = root
    for chain in 0..<max(1, directoriesInChains / depth) {
      directory = root
      for level in 0..<depth {
        directory = directory.appending(BytePath(level == 0 ? String(chain) : "d"))
        try FileChanges.makeDirectory(directory, permissions: 0o755)
        for number in 0..<filesInDirectory {
          try FileChanges.makeFile(directory.appending(BytePath("f\(number)")), permissions: 0o644)
        }
      }
    }
    return directory
  }

  /// No more than this many names for one file: ext4 has a limit of 65,000.
  private static let namesOfFile = 50_000

  /// - Returns: a file with as many names as one has.
  private static func makeLinks(_ count: Int, in root: BytePath) throws -> BytePath {
    let first = root.appending("0/0")
    var file = first
    for number in 0..<count {
      let directory = root.appending(BytePath(String(number / filesInDirectory)))
      if number % filesInDirectory == 0 { try FileChanges.makeDirectory(directory, permissions: 0o755) }
      let name = directory.appending(BytePath(String(number)))
      if number % namesOfFile == 0 {
        try FileChanges.makeFile(name, permissions: 0o644)
        file = name
      } else {
        try FileChanges.link(file, to: name)
      }
    }
    return first
  }
}
