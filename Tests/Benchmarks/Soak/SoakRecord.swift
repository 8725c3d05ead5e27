import SizeTracking
import TestSupport

/// What the process had in use after each cycle, when everything was removed and settled.
struct SoakRecord {
  private(set) var uses: [ProcessUse] = []

  /// What memory may grow by: a few hundredths, and what the allocator's pieces make it vary by from cycle to cycle. A
  /// leak does not stop there.
  private static let allowedShare = 0.05
  private static let allowedBytes = 4 << 20

  mutating func add(_ use: ProcessUse) { uses.append(use) }

  /// What has grown from the second quarter to the last one, by their medians. The first quarter is for warming up.
  var growth: [String] {
    let quarter = uses.count / 4
    guard quarter > 0 else { return ["too few cycles to tell"] }
    let (early, late) = (uses[quarter..<2 * quarter], uses.suffix(quarter))
    return [
      Self.growth("resident memory", early, late, \.residentBytes, allowing: Self.allowedBytes),
      Self.growth("descriptors", early, late, \.descriptors), Self.growth("watches", early, late, \.watches),
      Self.growth("threads", early, late, \.threads),
    ].compactMap { $0 }
  }

  private static func growth(
    _ name: String, _ early: ArraySlice<ProcessUse>, _ late: ArraySlice<ProcessUse>, _ value: (ProcessUse) -> Int,
    allowing constant: Int = 0
  ) -> String? {
    let (before, after) = (median(early.map(value)), median(late.map(value)))
    // Only memory is a matter of degree: one descriptor too many is one too many.
    let limit = constant == 0 ? before : before * (1 + allowedShare) + Double(constant)
    return after > limit ? "\(name) grew from \(Int(before)) to \(Int(after))" : nil
  }

  private static func median(_ values: [Int]) -> Double {
    var samples = Samples()
    for value in values { samples.add(Double(value)) }
    return samples.median
  }
}
