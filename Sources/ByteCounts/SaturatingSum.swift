// Sums of bytes stop at 2^64-1: whatever disks claim, nothing traps.

extension UInt64 {
  package func addingSaturating(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

extension Sequence<UInt64> {
  package var saturatingSum: UInt64 { reduce(0) { $0.addingSaturating($1) } }
}
