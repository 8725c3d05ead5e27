internal import SystemCalls

/// A name that goes, or may go. A class, so that a heap of a million moves pointers, and each can be given up by itself.
final class Choice {
  /// The number of the directory that holds it.
  let directory: Int
  let name: [UInt8]
  let details: FileDetails
  /// The time that the age counts from.
  let used: FileTime
  var reason: ClearingReason
  /// The inode's other names, all before this one in order: the space is won when this last one goes.
  var others: [Choice] = []
  /// Whether the inode has a name outside the root.
  var isLinkedOutside = false

  init(_ finding: Finding, used: FileTime, reason: ClearingReason) {
    directory = finding.directory
    name = finding.name
    details = finding.details
    self.used = used
    self.reason = reason
  }

  /// What is won when the name and the inode's others are gone.
  var relief: Relief {
    var relief = details.relief
    if isLinkedOutside { relief.free = 0 }
    return relief
  }
}

/// Least recently used first; what was used in the future counts as used now. Of equals the first by its path.
struct RecencyOrder {
  let directories: DirectoryTable
  let now: FileTime

  /// The time that counts for what was used at a time.
  func time(of used: FileTime) -> FileTime { min(used, now) }

  func precedes(_ left: Choice, _ right: Choice) -> Bool {
    let (time, otherTime) = (time(of: left.used), time(of: right.used))
    return time == otherTime ? directories.precedes(left, right) : time < otherTime
  }
}
