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
  package let salt: UInt8
  private(set) var plain: [FileRecord] = []
  private(set) var plainSums = Sums()
  private(set) var special: [Special] = []
  private let hashing: NameHashing

  package init(salt: UInt8 = 0, hashing: NameHashing = .standard) {
    self.salt = salt
    self.hashing = hashing
  }

  package var count: Int { plain.count + special.count }

  /// Makes room for so many more entries.
  package mutating func reserve(_ count: Int) {
    if plain.isEmpty { plain.reserveCapacity(count) }
  }

  package mutating func append(name: Span<UInt8>, status: FileStatus) {
    let hash = hashing(name, salt: salt)
    if status.kind != .directory, status.links < 2, let record = FileRecord(hash, status) {
      plain.append(record)
      plainSums += .file(status.blocks, status.apparentBytes)
    } else {
      let name = status.kind == .directory ? [UInt8](copying: name) : []
      special.append(Special(hash: hash, name: name, status: status))
    }
  }

  /// Adds the entries of another part of the same listing.
  package mutating func append(contentsOf other: DirectoryContents) {
    plain.append(contentsOf: other.plain)
    plainSums += other.plainSums
    special.append(contentsOf: other.special)
  }

  // MARK: Collisions

  /// Whether two entries have the same hash: two names that collide, or one name that was seen twice because it was
  /// renamed during the listing. The directory is then listed again, with another salt.
  package var hasCollision: Bool {
    var seen = HashSet(capacity: count)
    for record in plain where !seen.insert(record.hash) { return true }
    for entry in special where !seen.insert(entry.hash) { return true }
    return false
  }

  /// Keeps the first of the entries that have the same hash.
  package mutating func removeCollisions() {
    var seen = HashSet(capacity: count)
    plain = plain.filter { record in
      if seen.insert(record.hash) { return true }
      plainSums = plainSums - record.ownSums
      return false
    }
    special = special.filter { seen.insert($0.hash) }
  }
}

/// Hashes seen so far. They are spread evenly already.
private struct HashSet {
  private var slots: [UInt64]

  init(capacity: Int) {
    slots = [UInt64](repeating: .max, count: 2 * capacity + 1)
  }

  /// - Returns: false when the hash was there.
  mutating func insert(_ hash: NameHash) -> Bool {
    var slot = Int((hash.rawValue << 8).multipliedFullWidth(by: UInt64(slots.count)).high)
    while slots[slot] != .max {
      if slots[slot] == hash.rawValue { return false }
      slot = slot + 1 == slots.count ? 0 : slot + 1
    }
    slots[slot] = hash.rawValue
    return true
  }
}

/// What changed in the tree when a directory was made to equal a listing.
package struct Relisting: Sendable {
  package struct Child: Sendable {
    package let handle: DirectoryHandle
    /// The tree did not have the directory before: nothing in it is known.
    package let isNew: Bool
  }

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
