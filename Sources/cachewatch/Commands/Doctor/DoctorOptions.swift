internal import SystemCalls

/// The options of `doctor`.
struct DoctorOptions {
  /// How much of a file system has to be free.
  enum FreeSpace {
    case bytes(UInt64)
    case percent(Int)
  }

  var output = OutputOptions()
  var minimumFree: FreeSpace?

  init(_ line: ParsedLine) throws(UsageError) {
    for option in line.options {
      if try output.take(option) { continue }
      guard option.key == .minimumFree else { continue }
      let isPercentage = option.argument.bytes.last == UInt8(ascii: "%")
      minimumFree =
        isPercentage ? .percent(try option.argument.percentage()) : .bytes(try option.argument.size())
    }
  }
}

extension DoctorOptions.FreeSpace {
  /// Whether no more than this is free.
  func isReached(by space: FileSystemSpace) -> Bool {
    switch self {
    case .bytes(let bytes): space.freeBytes <= bytes
    case .percent(let percent):
      space.freeBytes.multipliedFullWidth(by: 100)
        <= space.totalBytes.multipliedFullWidth(by: UInt64(percent))
    }
  }
}
