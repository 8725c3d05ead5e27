internal import Glibc
internal import SystemCalls

/// Calls with the paths as C strings in an array that ends with a null, as `execve` takes it.
func withCStrings<Result>(
  _ paths: [BytePath], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: paths.count + 1)
  for (index, path) in paths.enumerated() {
    let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: path.bytes.count + 1)
    for (position, byte) in path.bytes.enumerated() { bytes[position] = CChar(bitPattern: byte) }
    bytes[path.bytes.count] = 0
    strings[index] = bytes
  }
  strings[paths.count] = nil
  defer {
    for index in paths.indices { strings[index]?.deallocate() }
    strings.deallocate()
  }
  return body(strings)
}

extension BytePath {
  /// Calls with the path as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer { (buffer) in
      buffer.withMemoryRebound(to: CChar.self) { (characters) in
        guard let address = characters.baseAddress else {
          preconditionFailure("an array with a zero has an address")
        }
        return body(address)
      }
    }
  }
}
