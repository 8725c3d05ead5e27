/// Measured values, of which the middle one counts.
struct Samples {
  private var values: [Double]

  init(_ values: [Double] = []) {
    self.values = values
  }

  mutating func add(_ value: Double) { values.append(value) }

  mutating func add(_ duration: Duration) { values.append(duration.seconds) }

  var first: Double { values.first ?? .nan }
  var last: Double { values.last ?? .nan }
  var count: Int { values.count }

  var median: Double { quantile(0.5) }

  /// The smallest value that so large a part of the values does not exceed.
  func quantile(_ part: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .nan }
    return sorted[max(0, min(last, Int((Double(sorted.count) * part).rounded(.up)) - 1))]
  }

  /// The medians of the second and of the last quarter, in the order of measuring. The first quarter is for warming up.
  var growth: (early: Double, late: Double) {
    let quarter = values.count / 4
    let early = Samples(Array(values[quarter..<2 * quarter]))
    return (early.median, Samples(values.suffix(quarter)).median)
  }
}

extension Duration {
  /// The whole duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// The whole duration in thousandths of a second.
  var milliseconds: Double { seconds * 1000 }
}
