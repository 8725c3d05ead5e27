internal import ByteCounts
internal import SizeTracking

/// Which of a directory's sizes is printed, and how.
struct SizeStyle {
  var isApparent = false
  var units = SizeUnits.bytes

  /// The size that the user wants to see, in bytes.
  func bytes(of usage: DirectoryUsage) -> UInt64 {
    isApparent ? usage.apparentBytes : usage.allocatedBytes
  }

  /// The size as text, in the units that the user asked for.
  func text(_ bytes: UInt64) -> String {
    let amount = ByteCount(bytes: bytes)
    return switch units {
    case .abbreviated(let units): amount.abbreviated(units)
    case .blocks(let size): size.text(for: amount)
    }
  }
}
