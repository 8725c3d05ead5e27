internal import Glibc

/// Where a random test starts: chosen anew in each run, unless `CACHEWATCH_SEED` holds the number of a run to repeat.
package enum Seed {
  package static let variable = "CACHEWATCH_SEED"

  /// The seed of this run, printed so that a failure can be repeated.
  package static func announced(for purpose: String) -> UInt64 {
    let seed = chosen ?? UInt64.random(in: 0..<1_000_000_000)
    print("\(purpose): \(variable)=\(seed)")
    return seed
  }

  private static var chosen: UInt64? {
    guard let text = getenv(variable) else { return nil }
    return UInt64(String(cString: text))
  }
}
