package import SystemCalls

/// What one listing of a directory found. Filled without the tree: the work per name is done before the tree is locked.
package struct DirectoryContents: Sendable {
  /// An entry that needs more than a record: a directory, an inode with several names, a very large file.
  struct Special {
    var hash: NameHash
    /// Kept of directories only.
    var name: [UInt8]
    var status: FileStatus
  }

  /// What the hashes are salted with.
  package private(set) var salt: UInt8
  /// The records of the newest part. A part is what one call reserved room for: a listing of very many names is made of
  /// many small pieces of memory, which `malloc` gives back, and nothing is moved as it grows.
  private var part: [FileRecord] = []
  private var earlierParts: [[FileRecord]] = []
  private(set) var plainCount = 0
  private(set) var plainSums = Sums()
  private(set) var special: [Special] = []
  private let hashing: NameHashing

  package init(salt: UInt8 = 0, hashing: NameHashing = .standard) {
    self.salt = salt
    self.hashing = hashing
  }

  package var count: Int { plainCount + special.count }

  /// Removes everything, for the listing of another directory. Keeps the memory that most directories need.
  package mutating func removeAll(newSalt: UInt8) {
    salt = newSalt
    part.removeAll(keepingCapacity: part.capacity <= Self.keptRecords)
    if !earlierParts.isEmpty { earlierParts = [] }
    plainCount = 0
    plainSums = Sums()
    special.removeAll(keepingCapacity: special.capacity <= Self.keptRecords)
  }

  private static let keptRecords = 1024

  /// Makes room for so many more entries.
  package mutating func reserve(_ count: Int) {
    if !part.isEmpty {
      earlierParts.append(part)
      part = []
    }
    part.reserveCapacity(count)
  }

  package mutating func append(name: Span<UInt8>, status: FileStatus) {
    let hash = hashing(name, salt: salt)
    if !status.isDirectory, status.links < 2, let record = FileRecord(hash, status) {
      part.append(record)
      plainCount += 1
      plainSums += .file(status.blocks, status.apparentBytes)
    } else {
      let name = status.isDirectory ? [UInt8](copying: name) : []
      special.append(Special(hash: hash, name: name, status: status))
    }
  }

  /// Adds the entries of another part of the same listing.
  package mutating func append(contentsOf other: DirectoryContents) {
    earlierParts.append(contentsOf: other.earlierParts)
    if !other.part.isEmpty { earlierParts.append(other.part) }
    plainCount += other.plainCount
    plainSums += other.plainSums
    special.append(contentsOf: other.special)
  }

  /// Calls with each plain file's record, until the body says that it has seen enough.
  /// - Returns: whether it has seen all.
  func forEachPlain(while body: (FileRecord) -> Bool) -> Bool {
    for part in earlierParts {
      for record in part where !body(record) { return false }
    }
    for record in part where !body(record) { return false }
    return true
  }

  /// Keeps the first of the entries that have the same hash.
  package mutating func removeCollisions() {
    var seen: Set<NameHash> = []
    var kept: [FileRecord] = []
    _ = forEachPlain { record in
      if seen.insert(record.hash).inserted { kept.append(record) } else { plainSums = plainSums - record.ownSums }
      return true
    }
    part = kept
    earlierParts = []
    plainCount = kept.count
    special = special.filter { seen.insert($0.hash).inserted }
  }
}

/// What changed in the tree when a directory was made to equal a listing.
package struct Relisting: Sendable {
  package struct Child: Sendable {
    package let handle: DirectoryHandle
    /// The tree did not have the directory before: nothing in it is known.
    package let isNew: Bool
    package let name: [UInt8]
    package let identity: FileIdentity
    /// The salt that the directory's names are hashed with.
    package let salt: UInt8
  }

  package init() {}

  /// The directories that are in the directory now.
  package var directories: [Child] = []
  /// The directories that are not in it any more; they are out of the sums, and the caller discards them.
  package var detached: [DirectoryID] = []
  /// Entries that came, went or differed in anything but their last use.
  package var changedEntries = 0
  /// Inodes with several names of which the tree has, or may have, some as ordinary files.
  package var addedLinked: [FileIdentity] = []
  /// Inodes that lost a name and have others in the tree: those may have changed through the one that is lost.
  package var lostLinked: [FileIdentity] = []
}
