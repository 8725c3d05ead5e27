internal import ByteCounts
internal import SystemCalls

/// The inodes that lost a name in this run and kept another one.
struct LinkLedger {
  struct Entry {
    var allocatedBytes: UInt64
    /// What this run left of it: another name's removal sees these, and not what a plan noted.
    var links: UInt32
    var changed: FileTime
    /// The names that a dry run would have removed.
    var removedNames: UInt32
  }

  private(set) var entries: [FileIdentity: Entry] = [:]

  /// Notes what is left of an inode after one of its names went.
  /// - Returns: the bytes that were freed, if that was the last name.
  mutating func noteRemoval(leaving details: FileDetails) -> UInt64 {
    guard details.links > 0 else {
      entries[details.identity.file] = nil
      return details.allocatedBytes
    }
    entries[details.identity.file] = Entry(
      allocatedBytes: details.allocatedBytes, links: details.links, changed: details.changed, removedNames: 0)
    return 0
  }

  /// Counts a name that would go.
  /// - Returns: the bytes that would be freed, if it was the last one.
  mutating func notePretence(of details: FileDetails) -> UInt64 {
    let removed = (entries[details.identity.file]?.removedNames ?? 0) + 1
    guard removed < details.links else {
      entries[details.identity.file] = nil
      return details.allocatedBytes
    }
    entries[details.identity.file] = Entry(
      allocatedBytes: details.allocatedBytes, links: details.links, changed: details.changed, removedNames: removed)
    return 0
  }

  /// Forgets an inode that has a name inside still.
  mutating func noteSurvivor(_ file: FileIdentity) {
    entries[file] = nil
  }

  /// The bytes of inodes whose names are all outside by now; saturates.
  var stillLinkedBytes: UInt64 {
    entries.values.lazy.map(\.allocatedBytes).saturatingSum
  }
}
