internal import CTerminalTools
internal import SystemCalls

/// What the tool was called with, as bytes.
enum CommandLineArguments {
  /// The arguments behind the program's name.
  static var current: [BytePath] {
    var result: [BytePath] = []
    var index: Int32 = 1
    while let argument = unsafe cterminal_argument(index) {
      unsafe result.append(BytePath(bytes: Array(bytesOf: argument)))
      index += 1
    }
    return result
  }
}

extension [UInt8] {
  /// The bytes of a C string, without its zero.
  init(bytesOf text: UnsafePointer<CChar>) {
    self = []
    var rest = unsafe text
    while unsafe rest.pointee != 0 {
      unsafe append(UInt8(bitPattern: rest.pointee))
      unsafe rest += 1
    }
  }
}
