import SizeTracking
import TestSupport

/// What the process had in use after each cycle, when everything was removed and settled.
struct SoakRecord {
  private(set) var uses: [ProcessUse] = []

  /// What memory may grow by, apart from what it varies by.
  private static let allowedShare = 0.05

  mutating func add(_ use: ProcessUse) { uses.append(use) }

  /// What has grown in the course of the cycles.
  var growth: [String] {
    guard uses.count >= 4 else { return ["too few cycles to tell"] }
    return [
      growth("resident memory", \.residentBytes, allowing: ProcessFigures.memoryVariation),
      growth("descriptors", \.descriptors),
      growth("watches", \.watches), growth("threads", \.threads),
    ].compactMap { $0 }
  }

  private func growth(_ name: String, _ value: (ProcessUse) -> Int, allowing constant: Int = 0) -> String? {
    let (before, after) = Samples(uses.map { Double(value($0)) }).growth
    // Only memory is a matter of degree: one descriptor too many is one too many.
    let limit = constant == 0 ? before : before * (1 + Self.allowedShare) + Double(constant)
    return after > limit ? "\(name) grew from \(Int(before)) to \(Int(after))" : nil
  }
}
