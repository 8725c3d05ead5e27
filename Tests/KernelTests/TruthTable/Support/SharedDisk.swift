import SystemCalls
import TestSupport

/// One disk of each kind for the whole table: a mount for every row would take most of the time. Each row has a
/// directory of its own. The disks go with the process.
enum SharedDisk {
  private static let disks = Monitor<[TestDisk.Kind: TestDisk]>([:])

  static func ofKind(_ kind: TestDisk.Kind) throws -> TestDisk {
    try disks.withLock { (disks) in
      if let disk = disks[kind] { return disk }
      let disk = try TestDisk(kind)
      disks[kind] = disk
      return disk
    }
  }
}
