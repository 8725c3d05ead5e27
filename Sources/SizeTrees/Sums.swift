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
