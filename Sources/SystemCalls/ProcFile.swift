internal import Glibc

/// Small text files that the kernel makes when they are read.
package enum ProcFile {
  /// The whole contents of a file, up to a limit. Reads until the end, because the kernel hands out pieces.
  package static func read(_ path: BytePath, limit: Int = 1 << 20) throws(Errno) -> [UInt8] {
    let descriptor = try Descriptor.open(path.bytes, [])
    defer { descriptor.close() }
    var contents: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while contents.count < limit {
      let count = try retryingInterrupts {
        unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(descriptor.rawValue, $0.baseAddress, $0.count) }
      }
      if count == 0 { break }
      contents.append(contentsOf: piece[..<count])
    }
    return contents
  }

  /// A file that holds one number, such as those below `/proc/sys`.
  package static func number(_ path: BytePath) -> Int? {
    guard let contents = try? read(path) else { return nil }
    let text = String(decoding: contents, as: UTF8.self)
    return Int(text.prefix { $0 != "\n" && $0 != " " })
  }
}
