package import SystemCalls

/// What one listing of a directory found. Filled without the tree: the work per name is done before the tree is locked.
package struct DirectoryContents: Sendable {
  struct Entry {
    var hash: NameHash
    var nameStart: Int
    var nameLength: Int
    var status: FileStatus
  }

  var entries: [Entry] = []
  private var names: [UInt8] = []
  private let hashing: NameHashing
  private var salt: UInt8 = 0
  private var isPrepared = false
  /// Whether two different names have the same hash.
  private(set) var hasCollision = false

  package init(hashing: NameHashing = .standard) {
    self.hashing = hashing
  }

  package var count: Int { entries.count }

  package mutating func append(name: Span<UInt8>, status: FileStatus) {
    isPrepared = false
    let start = names.count
    for index in name.indices { names.append(name[index]) }
    entries.append(
      Entry(hash: hashing(name, salt: 0), nameStart: start, nameLength: name.count, status: status))
  }

  /// Adds the entries of another part of the same listing.
  package mutating func append(contentsOf other: DirectoryContents) {
    guard !entries.isEmpty else {
      self = other
      return
    }
    isPrepared = false
    let start = names.count
    names.append(contentsOf: other.names)
    entries.reserveCapacity(entries.count + other.count)
    for var entry in other.entries {
      entry.nameStart += start
      entries.append(entry)
    }
  }

  func name(of entry: Entry) -> [UInt8] {
    Array(names[entry.nameStart..<entry.nameStart + entry.nameLength])
  }

  /// Looks for names with the same hash. Done before the tree is locked, for the salt that nearly all have.
  package mutating func prepare() {
    hasCollision = findCollision()
    isPrepared = true
  }

  /// Makes the hashes those of a directory with this salt.
  mutating func hash(with salt: UInt8) {
    if salt == self.salt && isPrepared { return }
    if salt != self.salt {
      let names = names
      let span = names.span
      for index in entries.indices {
        let entry = entries[index]
        let name = span.extracting(entry.nameStart..<entry.nameStart + entry.nameLength)
        entries[index].hash = hashing(name, salt: salt)
      }
      self.salt = salt
    }
    prepare()
  }

  private func findCollision() -> Bool {
    if entries.count <= 64 {
      // Few enough to compare each with each.
      for (index, entry) in entries.enumerated() {
        for other in entries[..<index] where entry.hash == other.hash && name(of: entry) != name(of: other) {
          return true
        }
      }
      return false
    }
    var seen: [NameHash: Int] = [:]
    seen.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      if let other = seen.updateValue(index, forKey: entry.hash), name(of: entry) != name(of: entries[other]) {
        return true
      }
    }
    return false
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
  /// Inodes with several names that the tree did not know as such before.
  package var addedLinked: [FileIdentity] = []
}
