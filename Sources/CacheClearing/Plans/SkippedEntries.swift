internal import SystemCalls

/// The entries that were left, each only once for a reason. They share the names of their directories, as a plan's
/// candidates do.
struct SkippedEntries: Sendable {
  private struct Entry: Hashable {
    var directory: Int
    var name: [UInt8]
    var reason: SkipReason
    var cause: Errno?
  }

  private var directories = PlaceDirectories()
  private var entries: Set<Entry> = []

  var count: Int { entries.count }

  mutating func add(_ entry: SkippedEntry) {
    let directory = directories.holder(of: entry.place)
    entries.insert(Entry(directory: directory, name: entry.place.name, reason: entry.reason, cause: entry.cause))
  }

  /// Adds a name in a directory.
  mutating func add(_ name: [UInt8], in visit: Visit, _ obstacle: Obstacle) {
    let directory = number(of: visit)
    entries.insert(Entry(directory: directory, name: name, reason: obstacle.reason, cause: obstacle.cause))
  }

  /// Adds a directory itself.
  mutating func add(_ visit: Visit, _ obstacle: Obstacle) {
    add(visit.name, in: visit.parent ?? visit, obstacle)
  }

  /// The number of a directory. The visit keeps it, so that the way up is short the next time.
  private mutating func number(of visit: Visit) -> Int {
    var (way, known) = ([Visit](), visit)
    while known.skippedNumber == nil, let parent = known.parent {
      way.append(known)
      known = parent
    }
    var number = known.skippedNumber ?? PathTree.root
    while let next = way.popLast() {
      if !next.isAside { number = directories.number(of: next.name, in: number) }
      next.skippedNumber = number
    }
    return number
  }

  /// The first names of the paths.
  var namesInRoot: Set<[UInt8]> {
    let tree = directories.tree
    return Set(
      entries.lazy.map { entry in
        entry.directory == PathTree.root
          ? entry.name : tree.name(of: tree.directory(above: entry.directory, on: 1))
      }.filter { !$0.isEmpty })
  }

  /// All of them, by path.
  var sorted: [SkippedEntry] {
    let shared = PlaceTree(directories.tree)
    return entries.sorted { isEarlier($0, $1) }.map { entry in
      SkippedEntry(
        .entry(entry.name, directory: entry.directory, of: shared), reason: entry.reason, cause: entry.cause)
    }
  }

  private func isEarlier(_ one: Entry, _ other: Entry) -> Bool {
    if one.directory == other.directory, one.name == other.name { return one.reason.rawValue < other.reason.rawValue }
    return directories.tree.precedes(one.name, in: one.directory, other.name, in: other.directory)
  }
}
