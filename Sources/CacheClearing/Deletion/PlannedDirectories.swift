internal import SystemCalls

/// The directories that a plan's candidates lie in, and those above them, each known by its number: paths of deep trees
/// are long, and what holds for a directory holds for all below it.
struct PlannedDirectories: Sendable {
  struct Directory: Sendable {
    var parent: Int
    var level: Int
    fileprivate var name: [UInt8]
    /// Why it stays, or one above it, with all that is in it.
    var spared: SkipReason?
  }

  static let root = 0

  private var directories = [Directory(parent: 0, level: 0, name: [], spared: nil)]
  private var numbers: [BytePath: Int] = ["": 0]
  private let sparing: Sparing

  init(sparing: Sparing) {
    self.sparing = sparing
  }

  var count: Int { directories.count }

  subscript(number: Int) -> Directory { directories[number] }

  func name(of number: Int) -> [UInt8] { directories[number].name }

  /// The path below the root. O(length).
  func path(of number: Int) -> BytePath {
    var names: [[UInt8]] = []
    var next = number
    while next != Self.root {
      names.append(directories[next].name)
      next = directories[next].parent
    }
    return BytePath(bytes: Array(names.reversed().joined(separator: [UInt8(ascii: "/")])))
  }

  /// The number of a directory, which is added with those above it if need be.
  mutating func number(of path: BytePath) -> Int {
    var way: [BytePath] = []
    var above = path
    while numbers[above] == nil {
      way.append(above)
      above = above.removingLastComponent()
    }
    var number = numbers[above] ?? Self.root
    while let next = way.popLast() {
      number = add(next, in: number)
    }
    return number
  }

  private mutating func add(_ path: BytePath, in parent: Int) -> Int {
    let above = directories[parent]
    let name = Self.lastName(of: path)
    let spared = above.spared ?? (sparing.asksForNames ? sparing.reason(for: name, path: path) : nil)
    directories.append(Directory(parent: parent, level: above.level + 1, name: name, spared: spared))
    numbers[path] = directories.count - 1
    return directories.count - 1
  }

  /// The last name of a path in its simplest form. O(its length), however long the path is.
  static func lastName(of path: BytePath) -> [UInt8] {
    let separator = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    return Array(path.bytes[(separator.map { $0 + 1 } ?? 0)...])
  }

  /// Forgets the paths, when all directories are known.
  mutating func close() { numbers = [:] }
}
