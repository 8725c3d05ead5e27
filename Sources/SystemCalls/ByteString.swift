/// A name or a path in the kernel's own form: bytes without a zero. An array literal makes one.
package typealias ByteString = [UInt8]

extension ByteString {
  /// Calls with the bytes as a C string. A zero inside would cut the name: callers validate what people type.
  @inline(__always)
  func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) {
      (buffer) throws(Failure) -> Result in
      for index in indices { unsafe buffer[index] = CChar(bitPattern: self[index]) }
      unsafe buffer[count] = 0
      // The buffer has at least one element, so it has an address.
      guard let address = buffer.baseAddress else { preconditionFailure("an allocation has an address") }
      return try unsafe body(UnsafePointer(address))
    }
  }
}
