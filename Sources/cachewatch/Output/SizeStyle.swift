internal import SizeTracking

/// Which of a directory's sizes is printed, and how.
struct SizeStyle {
  var isApparent = false
  var blockSize = BlockSize.bytes

  /// The size that the user wants to see, in bytes.
  func bytes(of usage: DirectoryUsage) -> UInt64 {
    isApparent ? usage.apparentBytes : usage.allocatedBytes
  }

  /// The size as text, in the units that the user asked for.
  func text(_ bytes: UInt64) -> String {
    switch blockSize {
    case .fixed(let unit, let suffix):
      let (quotient, remainder) = bytes.quotientAndRemainder(dividingBy: unit)
      return String(quotient + (remainder == 0 ? 0 : 1)) + suffix
    case .scaled(let base):
      return Self.scaled(bytes, base: base)
    }
  }

  /// As du: one decimal below 10, none above, always rounded up.
  private static func scaled(_ bytes: UInt64, base: UInt64) -> String {
    guard bytes >= base else { return String(bytes) }
    var unit = base
    var index = 0
    let letters = Array(base == 1000 ? "kMGTPE" : "KMGTPE")
    while index + 1 < letters.count, ceiling(bytes, unit) >= base {
      unit *= base
      index += 1
    }
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit)
    if whole < 10 {
      let product = rest.multipliedFullWidth(by: 10)
      let (tenths, left) = unit.dividingFullWidth(product)
      let rounded = whole * 10 + tenths + (left == 0 ? 0 : 1)
      if rounded < 100 { return "\(rounded / 10).\(rounded % 10)\(letters[index])" }
    }
    return "\(ceiling(bytes, unit))\(letters[index])"
  }

  private static func ceiling(_ bytes: UInt64, _ unit: UInt64) -> UInt64 {
    bytes / unit + (bytes % unit == 0 ? 0 : 1)
  }
}
