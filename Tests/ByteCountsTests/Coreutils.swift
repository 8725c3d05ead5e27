import Glibc

/// Runs programs of coreutils and reads what they print.
enum Coreutils {
  struct Failure: Error {
    let command: String
    let status: Int32
  }

  /// The lines that a shell command prints; the command must succeed.
  static func lines(_ command: String) throws -> [Substring] {
    guard let stream = popen("export LC_ALL=C; " + command, "re") else {
      throw Failure(command: command, status: errno)
    }
    var output: [UInt8] = []
    while case let byte = getc(stream), byte != EOF { output.append(UInt8(byte)) }
    let status = pclose(stream)
    guard status == 0 else { throw Failure(command: command, status: status) }
    return String(decoding: output, as: UTF8.self).split(separator: "\n")
  }
}
