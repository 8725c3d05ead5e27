internal import SystemCalls

/// The directories that entries lie in, and those above them, each known by its number, whatever form the entries' places
/// have.
struct PlaceDirectories: Sendable {
  private(set) var tree = PathTree()
  private var steps = DirectorySteps()
  /// The numbers of directories by those that they have in another tree, which is kept: another could get its identifier.
  private var numbers: [ObjectIdentifier: (tree: PlaceTree, numbers: [Int?])] = [:]
  /// The path that came last, and where it leads: the next one often begins as it does.
  private var last: (path: ArraySlice<UInt8>, number: Int) = ([], PathTree.root)

  private static let separator = UInt8(ascii: "/")

  /// The number of the directory that holds an entry, which is added with those above it if need be.
  mutating func holder(of place: EntryPlace) -> Int {
    switch place {
    case .path(let path): number(of: path.removingLastComponent().bytes[...])
    case .entry(_, let directory, let shared): number(of: directory, in: shared)
    }
  }

  /// The number of a directory in another one, which is added if need be.
  mutating func number(of name: [UInt8], in directory: Int) -> Int {
    if let number = steps[name, in: directory] { return number }
    let number = tree.add(name, in: directory)
    steps[name, in: directory] = number
    return number
  }

  private mutating func number(of directory: Int, in shared: PlaceTree) -> Int {
    let key = ObjectIdentifier(shared)
    if numbers[key] == nil {
      numbers[key] = (shared, [PathTree.root] + [Int?](repeating: nil, count: shared.tree.count - 1))
    }
    var (way, next) = ([Int](), directory)
    while numbers[key]?.numbers[next] == nil {
      way.append(next)
      next = shared.tree.parent(of: next)
    }
    var number = numbers[key]?.numbers[next] ?? PathTree.root
    while let next = way.popLast() {
      number = self.number(of: shared.tree.name(of: next), in: number)
      numbers[key]?.numbers[next] = number
    }
    return number
  }

  private mutating func number(of path: ArraySlice<UInt8>) -> Int {
    var common = zip(path, last.path).prefix { $0 == $1 }.count
    // Back to the end of a name in both.
    while common > 0, !Self.isEnd(common, of: path) || !Self.isEnd(common, of: last.path) { common -= 1 }
    var number = last.number
    let rest = last.path[common...]
    for _ in rest.split(separator: Self.separator) { number = tree.parent(of: number) }
    for name in path[common...].split(separator: Self.separator) {
      number = self.number(of: Array(name), in: number)
    }
    last = (path, number)
    return number
  }

  private static func isEnd(_ index: Int, of path: ArraySlice<UInt8>) -> Bool {
    index == path.endIndex || path[index] == separator
  }
}
