internal import Synchronization
internal import SystemCalls

/// What entries add to every directory above them.
struct Sums: Hashable {
  var allocatedBytes: WideSum = 0
  var apparentBytes: WideSum = 0
  var files = 0
  var directories = 0

  static func file(_ blocks: UInt64, _ apparentBytes: UInt64) -> Sums {
    Sums(allocatedBytes: WideSum(blocks) &* 512, apparentBytes: WideSum(apparentBytes), files: 1)
  }

  static func directory(_ blocks: UInt32) -> Sums {
    Sums(allocatedBytes: WideSum(blocks) &* 512, directories: 1)
  }

  static func + (left: Sums, right: Sums) -> Sums {
    Sums(
      allocatedBytes: left.allocatedBytes &+ right.allocatedBytes,
      apparentBytes: left.apparentBytes &+ right.apparentBytes, files: left.files + right.files,
      directories: left.directories + right.directories)
  }

  static func - (left: Sums, right: Sums) -> Sums {
    Sums(
      allocatedBytes: left.allocatedBytes &- right.allocatedBytes,
      apparentBytes: left.apparentBytes &- right.apparentBytes, files: left.files - right.files,
      directories: left.directories - right.directories)
  }

  static func += (left: inout Sums, right: Sums) { left = left + right }

  var isZero: Bool { self == Sums() }
}

/// Wide enough for the sizes of more files than any disk holds: sums are exact even where what is shown saturates.
typealias WideSum = Int128

/// Differences that fit into 64 bits.
struct SmallSums {
  private let allocatedBytes: Int64
  private let apparentBytes: Int64
  private let files: Int
  private let directories: Int

  init?(_ sums: Sums) {
    guard let allocatedBytes = Int64(exactly: sums.allocatedBytes),
      let apparentBytes = Int64(exactly: sums.apparentBytes)
    else { return nil }
    self.allocatedBytes = allocatedBytes
    self.apparentBytes = apparentBytes
    files = sums.files
    directories = sums.directories
  }

  /// Adds to what is published.
  /// - Returns: false, with nothing changed, when a sum leaves the range of its number.
  func add(to row: borrowing PublishedTotals.Row) -> Bool {
    let allocated = Self.sum(row.allocatedBytes.load(ordering: .relaxed), allocatedBytes)
    let apparent = Self.sum(row.apparentBytes.load(ordering: .relaxed), apparentBytes)
    let files = Int(row.files.load(ordering: .relaxed)) + files
    let directories = Int(row.directories.load(ordering: .relaxed)) + directories
    guard let allocated, let apparent, let files = UInt32(exactly: files),
      let directories = UInt32(exactly: directories)
    else { return false }
    row.allocatedBytes.store(allocated, ordering: .relaxed)
    row.apparentBytes.store(apparent, ordering: .relaxed)
    row.files.store(files, ordering: .relaxed)
    row.directories.store(directories, ordering: .relaxed)
    return true
  }

  private static func sum(_ value: UInt64, _ difference: Int64) -> UInt64? {
    let (sum, isOut) =
      difference < 0
      ? value.subtractingReportingOverflow(difference.magnitude)
      : value.addingReportingOverflow(difference.magnitude)
    return isOut ? nil : sum
  }
}
