package import SystemCalls

/// Every directory as it should be beside every directory as it was found.
package struct Comparison: Sendable {
  package struct Difference: Hashable, Sendable {
    package let path: BytePath
    /// What the disk holds; nil where there is no such directory.
    package let expected: DiskCount?
    /// What was found; nil where the directory is missing.
    package let found: DiskCount?
  }

  /// The directories that the disk holds.
  package let directories: Int
  /// What differs, by path.
  package let differences: [Difference]
  /// What else is wrong with the findings.
  package let complaints: [String]

  package init(expected: [BytePath: DiskCount], found: [BytePath: DiskCount], complaints: [String] = []) {
    directories = expected.count
    let paths = Set(expected.keys).union(found.keys)
    differences =
      paths
      .filter { expected[$0] != found[$0] }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map { Difference(path: $0, expected: expected[$0], found: found[$0]) }
    self.complaints = complaints
  }

  package var isExact: Bool { differences.isEmpty && complaints.isEmpty }

  /// The differences for a person to read: the first twenty.
  package var report: String {
    guard !isExact else { return "\(directories) directories, no difference" }
    let lines = complaints.prefix(20) + differences.prefix(20).map(\.description)
    return "\(differences.count) of \(directories) directories differ, \(complaints.count) complaints\n"
      + lines.joined(separator: "\n")
  }
}

extension Comparison.Difference: CustomStringConvertible {
  package var description: String {
    let shown = path.isEmpty ? "the root" : "'\(path)'"
    switch (expected, found) {
    case (let expected?, let found?): return "  \(shown): expected \(expected)\n    found \(found)"
    case (let expected?, nil): return "  \(shown): missing (\(expected))"
    case (_, let found):
      return "  \(shown): is not on the disk (found \(found.map(\.description) ?? "nothing"))"
    }
  }
}
