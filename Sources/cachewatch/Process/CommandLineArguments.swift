internal import SystemCalls

/// What the tool was called with, as bytes: `CommandLine.arguments` repairs what is not UTF-8.
enum CommandLineArguments {
  /// The arguments behind the program's name.
  static var current: [BytePath] {
    var result: [BytePath] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { break }
      unsafe result.append(BytePath(bytes: Array(bytesOf: argument)))
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
