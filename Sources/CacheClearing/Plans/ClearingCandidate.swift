public import SystemCalls

/// Why an entry is in a plan.
public enum ClearingReason: String, Hashable, Sendable, Codable {
  /// Everything goes.
  case everything
  /// The caller named it, or a directory above it.
  case entry
  /// It is older than asked for.
  case olderThan = "older-than"
  /// It was used less recently than what may stay.
  case leastRecentlyUsed = "least-recently-used"
  /// Space is to be made on the file system.
  case minimumFree = "min-free"
  /// All that is in the directory goes, and emptied directories are to go too.
  case emptied
}

/// An entry that a plan deletes.
public struct ClearingCandidate: Hashable, Sendable, Codable {
  /// The path below the root. O(its length): it is made when it is asked for.
  public var path: BytePath {
    get { place.path }
    set { place = .path(newValue) }
  }
  var place: EntryPlace
  /// What deleting it frees in bytes, when all before it in the plan are gone: 0 for all but the last name of an inode
  /// with several names, and for all of them where a name stays.
  public var allocatedBytes: UInt64
  /// The age at the time of planning; zero where the time lies in the future.
  public var age: Duration
  /// The time that the age counts from, in seconds since 1970.
  public var lastUse: Int64
  /// Why it is in the plan.
  public var reason: ClearingReason

  /// What it was when it was chosen, to be compared just before it goes.
  package var identity: EntryIdentity
  package var sizeBytes: UInt64
  package var links: UInt32
  package var accessed: FileTime
  package var modified: FileTime
  package var changed: FileTime

  private enum CodingKeys: String, CodingKey {
    case place = "path"
    case allocatedBytes, age, lastUse, reason, identity, sizeBytes, links, accessed, modified, changed
  }

  package init(
    path: BytePath, details: FileDetails, allocatedBytes: UInt64, age: Duration, lastUse: Int64, reason: ClearingReason
  ) {
    self.init(
      .path(path), details: details, allocatedBytes: allocatedBytes, age: age, lastUse: lastUse, reason: reason)
  }

  init(
    _ place: EntryPlace, details: FileDetails, allocatedBytes: UInt64, age: Duration, lastUse: Int64,
    reason: ClearingReason
  ) {
    self.place = place
    self.allocatedBytes = allocatedBytes
    self.age = age
    self.lastUse = lastUse
    self.reason = reason
    identity = details.identity
    sizeBytes = details.sizeBytes
    links = details.links
    accessed = details.accessed
    modified = details.modified
    changed = details.changed
  }
}
