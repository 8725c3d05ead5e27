/// Measured values, of which the middle one counts.
struct Samples {
  private var values: [Double] = []

  mutating func add(_ value: Double) { values.append(value) }

  mutating func add(_ duration: Duration) { values.append(duration.seconds) }

  var median: Double { quantile(0.5) }

  /// The smallest value that so large a part of the values does not exceed.
  func quantile(_ part: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .nan }
    return sorted[min(last, Int((Double(sorted.count) * part).rounded(.up)) - 1)]
  }
}

extension Duration {
  /// The whole duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
