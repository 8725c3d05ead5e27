internal import Glibc

extension Descriptor {
  package static let standardInput = Descriptor(rawValue: 0)
  package static let standardOutput = Descriptor(rawValue: 1)
  package static let standardError = Descriptor(rawValue: 2)

  /// Writes all of the bytes, however many calls that takes. `wouldBlock` is the socket's time limit.
  package func write(_ bytes: [UInt8]) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty { try writeSome(&rest) }
  }

  /// As `write`, but waits where someone made the descriptor non-blocking.
  package func writeWaiting(_ bytes: [UInt8]) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do {
        try writeSome(&rest)
      } catch .wouldBlock {
        var request = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        _ = try retryingInterrupts { Int(unsafe poll(&request, 1, -1)) }
      }
    }
  }

  private func writeSome(_ rest: inout ArraySlice<UInt8>) throws(Errno) {
    let count = try retryingInterrupts {
      unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
    }
    rest = rest.dropFirst(count)
  }

  /// Appends what can be read at once, up to a count. 0 is the end.
  package func read(upTo limit: Int, appendingTo bytes: inout [UInt8]) throws(Errno) -> Int {
    var count = 0
    var failure: Errno?
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
      do throws(Errno) {
        count = try retryingInterrupts { unsafe Glibc.read(rawValue, buffer.baseAddress, limit) }
      } catch {
        failure = error
      }
      initialized = count
    }
    if let failure { throw failure }
    bytes.append(contentsOf: piece)
    return count
  }

  package var isTerminal: Bool { isatty(rawValue) == 1 }
}
