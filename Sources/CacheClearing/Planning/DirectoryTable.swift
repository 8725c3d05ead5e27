internal import SystemCalls

/// The directories that a walk came to. Each is known by its number; of its path only the last name is kept.
final class DirectoryTable {
  struct Directory {
    fileprivate var parent: Int32
    fileprivate var level: Int32
    fileprivate var end: Int
    /// Where it lies among the entries that the caller named.
    var position: NamedEntries.Position?
    /// Whether all in it stays.
    var isSpared = false
    /// Whether it goes with all its contents, as far as those go.
    var isNamed = false
    /// Whether it has to stay, for what it is or for something in it.
    fileprivate(set) var isKept = false
    fileprivate var entries: Int32 = 0
    fileprivate var losses: Int32 = 0

    /// Whether there was something in it, and all of that goes.
    var isEmptied: Bool { entries > 0 && losses == entries }
  }

  static let root = 0

  private var directories = [Directory(parent: 0, level: 0, end: 0, position: NamedEntries.root)]
  /// The names, each with a separator behind it, as paths have them.
  private var segments: [UInt8] = []

  subscript(number: Int) -> Directory { directories[number] }

  func add(
    _ name: [UInt8], in parent: Int, at position: NamedEntries.Position?, isSpared: Bool, isNamed: Bool
  ) -> Int {
    segments += name
    segments.append(UInt8(ascii: "/"))
    directories.append(
      Directory(
        parent: Int32(parent), level: directories[parent].level + 1, end: segments.count, position: position,
        isSpared: isSpared, isNamed: isNamed))
    return directories.count - 1
  }

  /// Has all in a directory stay.
  func spare(_ number: Int) { directories[number].isSpared = true }

  /// Has a directory stay, and those above it.
  func keep(_ number: Int) {
    var number = number
    while !directories[number].isKept {
      directories[number].isKept = true
      number = parent(of: number)
    }
  }

  /// Counts an entry of a directory, whatever it is.
  func noteEntry(in number: Int) { directories[number].entries += 1 }

  /// Counts an entry that goes.
  func noteLoss(in number: Int) { directories[number].losses += 1 }

  func parent(of number: Int) -> Int { Int(directories[number].parent) }

  func level(of number: Int) -> Int { Int(directories[number].level) }

  /// The name with the separator behind it; nothing for the root.
  func segment(of number: Int) -> ArraySlice<UInt8> {
    number == Self.root ? [] : segments[directories[number - 1].end..<directories[number].end]
  }

  /// The path below the root, or that of a name in the directory. O(length).
  func path(of number: Int, _ last: [UInt8]? = nil) -> BytePath {
    var way: [Int] = []
    var next = number
    while next != Self.root {
      way.append(next)
      next = parent(of: next)
    }
    var path: [UInt8] = []
    for number in way.reversed() { path += segment(of: number) }
    if let last { path += last } else if !path.isEmpty { path.removeLast() }
    return BytePath(bytes: path)
  }
}
