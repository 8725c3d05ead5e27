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
  var socket = SocketChoice.standard

  init(_ line: ParsedLine) throws(UsageError) {
    for option in line.options {
      if try output.take(option) { continue }
      switch option.key {
      case .socket: socket = try SocketChoice(option.argument)
      case .minimumFree: minimumFree = try FreeSpace(option.argument)
      default: break
      }
    }
  }
}

extension DoctorOptions.FreeSpace {
  fileprivate init(_ argument: OptionArgument) throws(UsageError) {
    let isPercentage = argument.bytes.last == UInt8(ascii: "%")
    self = isPercentage ? .percent(try argument.percentage()) : .bytes(try argument.size())
  }

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
