internal import Synchronization
internal import SystemCalls

/// Takes single names away and counts what that freed.
final class EntryRemover: Sendable {
  /// What is done with an entry.
  enum Mode {
    case remove
    /// Only counted, as if it were removed.
    case count
    /// Only looked at, for names of inodes that lost others.
    case survey
  }

  let disk: PatientDisk
  let tally: ClearingTally
  let mode: Mode
  let ledger: Monitor<LinkLedger>
  private let sawLinks = Atomic<Bool>(false)

  init(_ disk: PatientDisk, _ tally: ClearingTally, _ ledger: Monitor<LinkLedger>, mode: Mode) {
    self.disk = disk
    self.tally = tally
    self.ledger = ledger
    self.mode = mode
  }

  /// Removes a name that is not a directory's.
  /// - Parameter isExpected: asked just before, with what this run has done to the inode's other names.
  /// - Returns: the bytes that this freed.
  @discardableResult
  func removeFile(
    _ name: [UInt8], _ details: FileDetails, from directory: Descriptor,
    if isExpected: (FileDetails, LinkLedger.Entry?) -> Bool = { _, _ in true }
  ) throws(Obstacle) -> UInt64 {
    var freed: UInt64? = details.allocatedBytes
    do throws(Errno) {
      if hasOtherNames(details) {
        // One at a time: of two names that go at once, one only is the last.
        freed = try ledger.withLock { ledger throws(Errno) in
          try removeLink(name, details, from: directory, &ledger, if: isExpected)
        }
      } else if !isExpected(details, nil) {
        freed = nil
      } else if mode == .remove {
        try disk.trying { disk throws(Errno) in try disk.removeFile(name, in: directory) }
      }
    } catch {
      throw disk.disk.obstacle(error, removing: details, from: directory)
    }
    guard let freed else { throw .changed }
    if mode != .survey { tally.countFile(freeing: freed) }
    return freed
  }

  /// Whether an inode has other names, or had some when the run began.
  private func hasOtherNames(_ details: FileDetails) -> Bool {
    if details.links > 1 {
      // Before any name goes: who then sees one name only sees this too.
      sawLinks.store(true, ordering: .sequentiallyConsistent)
      return true
    }
    guard mode == .survey || sawLinks.load(ordering: .sequentiallyConsistent) else { return false }
    return ledger.withLock { $0.entries[details.identity.file] != nil }
  }

  /// Removes one of an inode's several names, and asks the inode what that left of it.
  /// - Returns: nil when it is not what was expected.
  private func removeLink(
    _ name: [UInt8], _ details: FileDetails, from directory: Descriptor, _ ledger: inout LinkLedger,
    if isExpected: (FileDetails, LinkLedger.Entry?) -> Bool
  ) throws(Errno) -> UInt64? {
    switch mode {
    case .count: return ledger.notePretence(of: details)
    case .survey:
      ledger.noteSurvivor(details.identity.file)
      return 0
    case .remove: break
    }
    let entry = try disk.trying { disk throws(Errno) in try disk.openEntry(name, in: directory) }
    defer { disk.disk.close(entry) }
    let now = try disk.trying { disk throws(Errno) in try disk.details(of: entry) }
    guard isExpected(now, ledger.entries[now.identity.file]) else { return nil }
    try disk.trying { disk throws(Errno) in try disk.removeFile(name, in: directory) }
    // The name is gone whatever comes now: what cannot be measured is not claimed.
    guard let rest = try? disk.trying({ disk throws(Errno) in try disk.details(of: entry) }) else { return 0 }
    return ledger.noteRemoval(leaving: rest)
  }

  /// Removes a directory that should be empty by now.
  /// - Parameter allocatedBytes: what it occupied when the run came to it, where that is known.
  /// - Returns: what it was.
  @discardableResult
  func removeDirectory(
    _ name: [UInt8], from parent: Descriptor, if identity: EntryIdentity?, occupying allocatedBytes: UInt64? = nil
  ) throws(Obstacle) -> FileDetails {
    let details: FileDetails
    do throws(Errno) {
      details = try disk.trying { disk throws(Errno) in try disk.details(of: name, in: parent) }
    } catch {
      throw Obstacle(error)
    }
    if details.isMountRoot { throw Obstacle(reason: .mount) }
    if let identity, identity != details.identity { throw .changed }
    do throws(Errno) {
      if mode == .remove {
        try disk.trying { disk throws(Errno) in try disk.removeDirectory(name, in: parent) }
      }
    } catch .fileExists {
      // What some file systems say for "not empty".
      throw Obstacle(.notEmpty)
    } catch {
      throw disk.disk.obstacle(error, removing: details, from: parent)
    }
    if mode != .survey { tally.countDirectory(freeing: allocatedBytes ?? details.allocatedBytes) }
    return details
  }
}
