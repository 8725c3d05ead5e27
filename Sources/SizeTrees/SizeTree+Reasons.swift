internal import Synchronization

/// How many directories at or below a place have each of eight reasons.
typealias ReasonCounts = SIMD8<UInt32>

extension SizeTree {
  /// Notes, or takes back, a reason why a directory's own entries are not certain. O(depth) when that is a change.
  package func setReason(_ reason: UInt16, on id: DirectoryID, _ holds: Bool) {
    let old = ownReasons[id] ?? 0
    let new = holds ? old | reason : old & ~reason
    guard old != new else { return }
    ownReasons[id] = new == 0 ? nil : new
    var change = ReasonCounts()
    for lane in 0..<ReasonCounts.scalarCount where (old ^ new) & (1 << lane) != 0 { change[lane] = 1 }
    countReasons(change, from: id, sign: holds ? 1 : -1)
  }

  /// Makes the reasons among `known` be exactly these. O(1) when that changes nothing.
  package func setReasons(_ reasons: UInt16, of known: UInt16, on id: DirectoryID) {
    let old = (ownReasons.isEmpty ? 0 : ownReasons[id] ?? 0) & known
    guard old != reasons else { return }
    for bit in 0..<UInt16(ReasonCounts.scalarCount) where known & (1 << bit) != 0 {
      setReason(1 << bit, on: id, reasons & (1 << bit) != 0)
    }
  }

  /// The reasons noted on a directory itself.
  package func reasons(at id: DirectoryID) -> UInt16 {
    ownReasons[id] ?? 0
  }

  func moveReasons(of id: DirectoryID, to parent: DirectoryID, sign: Int) {
    guard let counts = reasonCounts[id] else { return }
    countReasons(counts, from: parent, sign: sign)
  }

  private func countReasons(_ change: ReasonCounts, from id: DirectoryID, sign: Int) {
    var next = id
    while next != .none {
      let old = reasonCounts[next] ?? ReasonCounts()
      let new = sign > 0 ? old &+ change : old &- change
      let isNone = new == ReasonCounts()
      reasonCounts[next] = isNone ? nil : new
      publish(new, of: next)
      next = nodes[next.index].parent
    }
  }

  private func publish(_ counts: ReasonCounts, of id: DirectoryID) {
    var bits: UInt16 = 0
    for lane in 0..<ReasonCounts.scalarCount where counts[lane] > 0 { bits |= 1 << lane }
    _ = published.withRow(id) { $0.reasons.store(bits, ordering: .relaxed) }
  }
}
