internal import CTestSupport
package import SystemCalls

/// What `fallocate` does to a range of a file.
package enum SpaceChange: String, CaseIterable, Sendable {
  case plain, keepingSize, punchingHole, zeroing, collapsing, inserting

  fileprivate var mode: Int32 {
    switch self {
    case .plain: 0
    case .keepingSize: ctest_FALLOC_KEEP_SIZE
    case .punchingHole: ctest_FALLOC_PUNCH_HOLE | ctest_FALLOC_KEEP_SIZE
    case .zeroing: ctest_FALLOC_ZERO_RANGE
    case .collapsing: ctest_FALLOC_COLLAPSE_RANGE
    case .inserting: ctest_FALLOC_INSERT_RANGE
    }
  }
}

extension WorkFile {
  package func allocate(_ change: SpaceChange, at offset: Int, count: Int) throws(Errno) {
    try allocate(change.mode, at: offset, count: count)
  }

  /// Writes every other block of 4 KiB: each becomes an extent of its own.
  package func writeEveryOtherBlock(_ count: Int) throws(Errno) {
    for index in 0..<count { try write(4096, at: index * 8192) }
  }
}
