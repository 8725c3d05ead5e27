internal import SystemCalls

/// The directories that a planning walk came to, with what it found out about each.
final class DirectoryTable {
  struct Directory {
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

  private(set) var tree = PathTree()
  private var directories = [Directory(position: NamedEntries.root)]

  subscript(number: Int) -> Directory { directories[number] }

  func add(
    _ name: [UInt8], in parent: Int, at position: NamedEntries.Position?, isSpared: Bool, isNamed: Bool
  ) -> Int {
    directories.append(Directory(position: position, isSpared: isSpared, isNamed: isNamed))
    return tree.add(name, in: parent)
  }

  /// Has all in a directory stay.
  func spare(_ number: Int) { directories[number].isSpared = true }

  /// Has a directory stay, and those above it.
  func keep(_ number: Int) {
    var number = number
    while !directories[number].isKept {
      directories[number].isKept = true
      number = tree.parent(of: number)
    }
  }

  /// Counts an entry of a directory, whatever it is.
  func noteEntry(in number: Int) { directories[number].entries += 1 }

  /// Counts an entry that goes.
  func noteLoss(in number: Int) { directories[number].losses += 1 }

  /// Whether the path of one choice comes before that of another, by their bytes.
  func precedes(_ left: Choice, _ right: Choice) -> Bool {
    tree.precedes(left.name, in: left.directory, right.name, in: right.directory)
  }
}
