package import SystemCalls

/// The truth about every directory below a root.
///
/// Allocated bytes and inodes are those of each directory's own `du -s`, run for real. `du` cannot give apparent bytes
/// as the product defines them (Debian's counts the directories' own sizes too), nor files apart from directories:
/// these come from an independent walk, which has to agree with `du` in everything that both of them count.
package enum DiskOracle {
  package struct Disagreement: Error, CustomStringConvertible {
    package let description: String
  }

  /// Counts a tree that nobody changes.
  ///
  /// - Throws: `Disagreement` when `du` and the walk differ again and again: the tree does not stand still.
  package static func count(below root: BytePath) throws -> [BytePath: DiskCount] {
    var last = ""
    for _ in 1...5 {
      let walk = try IndependentWalk(root: root)
      let difference = try firstDifference(of: walk, below: root)
      guard let difference else { return walk.counts }
      last = difference
    }
    throw Disagreement(description: "du and the walk disagree about '\(root)': \(last)")
  }

  private static func firstDifference(of walk: IndependentWalk, below root: BytePath) throws -> String? {
    let bytes = try ownNumbers(below: root, in: .allocatedBytes, links: walk.directoriesWithLinks)
    let inodes = try ownNumbers(below: root, in: .inodes, links: walk.directoriesWithLinks)
    guard Set(bytes.keys) == Set(walk.counts.keys) else { return "not the same directories" }
    for (path, count) in walk.counts {
      let counted = UInt64(count.files + count.directories)
      guard bytes[path] == count.allocatedBytes, inodes[path] == counted else {
        return "'\(path)': du \(bytes[path] ?? 0) bytes, \(inodes[path] ?? 0) inodes; walk \(count)"
      }
    }
    return nil
  }

  /// Each directory's own `du -s`: from one run for those without links below, from a run of their own for the others.
  package static func ownNumbers(
    below root: BytePath, in unit: DuRun.Unit, links: Set<BytePath>
  ) throws -> [BytePath: UInt64] {
    var numbers = try DuRun.numbers(below: root, in: unit)
    for path in links where numbers[path] != nil {
      numbers[path] = try DuRun.total(of: root.appending(path), in: unit)
    }
    return numbers
  }
}
