/// What a workload has done.
package struct WorkloadTally: Hashable, Sendable {
  package private(set) var counts: [WorkloadOperation: Int] = [:]
  /// Attempts that found nothing to do, or came too late.
  package var inVain = 0

  package init() {}

  package var performed: Int { counts.values.reduce(0, +) }

  package mutating func count(_ operation: WorkloadOperation) {
    counts[operation, default: 0] += 1
  }

  package static func + (left: WorkloadTally, right: WorkloadTally) -> WorkloadTally {
    var sum = left
    sum.counts.merge(right.counts, uniquingKeysWith: +)
    sum.inVain += right.inVain
    return sum
  }
}

extension WorkloadTally: CustomStringConvertible {
  /// One line, as a workload's process prints it: `inVain=3 append=12 ...`.
  package var description: String {
    let counted = WorkloadOperation.allCases.compactMap { (operation) in
      counts[operation].map { "\(operation.rawValue)=\($0)" }
    }
    return (["inVain=\(inVain)"] + counted).joined(separator: " ")
  }

  /// Reads a description; nil when it is not one.
  package init?(_ description: some StringProtocol) {
    for word in description.split(separator: " ") {
      let parts = word.split(separator: "=")
      guard parts.count == 2, let count = Int(parts[1]) else { return nil }
      if parts[0] == "inVain" {
        inVain = count
      } else if let operation = WorkloadOperation(rawValue: String(parts[0])) {
        counts[operation] = count
      } else {
        return nil
      }
    }
  }
}
