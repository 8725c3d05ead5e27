extension Duration {
  /// A number and a unit: `250ms`, `1.5h`, `7d`. Nil for anything else, and beyond 290 years.
  init?(text: [UInt8]) {
    let isUnit: (UInt8) -> Bool = { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    let number = text.prefix { !isUnit($0) }
    guard let unit = Self.units[String(decoding: text[number.endIndex...], as: UTF8.self)] else { return nil }
    let parts = number.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let whole = Int(digits: first) else { return nil }
    var (nanoseconds, overflow) = whole.multipliedReportingOverflow(by: unit)
    if parts.count == 2 {
      guard parts[1].count <= 9, let fraction = Int(digits: parts[1]) else { return nil }
      let divisor = (0..<parts[1].count).reduce(1) { power, _ in power * 10 }
      let part = fraction.multipliedFullWidth(by: unit)
      let (sum, carried) = nanoseconds.addingReportingOverflow(divisor.dividingFullWidth(part).quotient)
      nanoseconds = sum
      overflow = overflow || carried
    }
    guard !overflow else { return nil }
    self = .nanoseconds(nanoseconds)
  }

  /// Nanoseconds to a unit.
  private static let units: [String: Int] = [
    "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000, "min": 60_000_000_000,
    "h": 3_600_000_000_000, "d": 86_400_000_000_000, "w": 604_800_000_000_000,
  ]
}

extension Duration {
  /// The whole number of the largest unit that is in it, as an option takes it: `3d` for three and a half days.
  var largestUnit: String {
    let seconds = components.seconds
    return switch seconds {
    case 86_400...: "\(seconds / 86_400)d"
    case 3600...: "\(seconds / 3600)h"
    case 60...: "\(seconds / 60)m"
    default: "\(seconds)s"
    }
  }
}
