internal import SystemCalls

/// Directories below a root, each known by its number. Of its path only the last name is kept, so that trees of any
/// depth take up what their names do.
struct PathTree: Sendable {
  private struct Directory {
    var parent: Int32
    var level: Int32
    /// One of those above it, so that any of them is found in few steps.
    var shortcut: Int32
    var end: Int
  }

  static let root = 0
  private static let separator = UInt8(ascii: "/")

  private var directories = [Directory(parent: 0, level: 0, shortcut: 0, end: 0)]
  /// The names, each with a separator behind it, as paths have them.
  private var segments: [UInt8] = []

  var count: Int { directories.count }

  /// Adds a directory: its number is above that of the one that holds it.
  mutating func add(_ name: [UInt8], in parent: Int) -> Int {
    segments += name
    segments.append(Self.separator)
    directories.append(
      Directory(
        parent: Int32(parent), level: directories[parent].level + 1, shortcut: Int32(shortcut(below: parent)),
        end: segments.count))
    return directories.count - 1
  }

  func parent(of number: Int) -> Int { Int(directories[number].parent) }

  func level(of number: Int) -> Int { Int(directories[number].level) }

  func name(of number: Int) -> [UInt8] { Array(segment(of: number).dropLast()) }

  /// The name with the separator behind it; nothing for the root.
  func segment(of number: Int) -> ArraySlice<UInt8> { segments[range(of: number)] }

  private func range(of number: Int) -> Range<Int> {
    number == Self.root ? 0..<0 : directories[number - 1].end..<directories[number].end
  }

  /// The path below the root of a name in a directory. O(length).
  func path(of name: [UInt8], in directory: Int) -> [UInt8] {
    var parts: [Range<Int>] = []
    var next = directory
    while next != Self.root {
      let part = range(of: next)
      // A chain of directories that were added one after the other is one part.
      if let last = parts.last, last.lowerBound == part.upperBound {
        parts[parts.count - 1] = part.lowerBound..<last.upperBound
      } else {
        parts.append(part)
      }
      next = parent(of: next)
    }
    var path: [UInt8] = []
    path.reserveCapacity(parts.reduce(name.count) { $0 + $1.count })
    for part in parts.reversed() { path += segments[part] }
    return path + name
  }

  // MARK: Shortcuts

  /// Where a new directory's shortcut leads: as far as the last two together, where those are equally long, and else to
  /// the parent. From any directory, the way to any above it is O(log depth) steps then.
  private func shortcut(below parent: Int) -> Int {
    let first = Int(directories[parent].shortcut)
    let second = Int(directories[first].shortcut)
    return level(of: parent) - level(of: first) == level(of: first) - level(of: second) ? second : parent
  }

  /// The directory above another one, or that one itself, on a level. O(log depth).
  func directory(above number: Int, on level: Int) -> Int {
    var number = number
    while self.level(of: number) > level {
      let shortcut = Int(directories[number].shortcut)
      number = self.level(of: shortcut) >= level ? shortcut : parent(of: number)
    }
    return number
  }

  /// Of two directories on one level, those above them that lie in the same one. O(log depth).
  func branches(_ one: Int, _ other: Int) -> (Int, Int) {
    var (one, other) = (one, other)
    while parent(of: one) != parent(of: other) {
      let (shortcut, otherShortcut) = (directories[one].shortcut, directories[other].shortcut)
      (one, other) =
        shortcut != otherShortcut
        ? (Int(shortcut), Int(otherShortcut)) : (parent(of: one), parent(of: other))
    }
    return (one, other)
  }
}
