/// A directory's place in the tree's storage. Numbers are used again when their directory is gone.
package struct DirectoryID: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let root = DirectoryID(rawValue: 0)

  /// No directory: the parent of the root and of a directory that is detached.
  static let none = DirectoryID(rawValue: .max)

  var index: Int { Int(rawValue) }
}

/// A directory, told apart from others that have used its number.
package struct DirectoryHandle: Hashable, Sendable {
  package let id: DirectoryID
  package let generation: UInt32

  package init(id: DirectoryID, generation: UInt32) {
    self.id = id
    self.generation = generation
  }
}
