internal import CTestSupport
internal import Glibc
internal import SystemCalls

/// Both sides of a child's three standard streams.
struct OpenStreams {
  private var childEnds: [Int32] = []
  private var input: Int32?
  private var reader: LineReader?
  private var output: Int32?
  private var captures: [Int: Int32] = [:]

  /// Opens the streams and answers what the child is to take for each.
  mutating func open(_ streams: [Subprocess.Stream]) throws -> [Int32] {
    var given: [Int32] = []
    do {
      for (number, stream) in streams.enumerated() { given.append(try open(stream, as: number)) }
    } catch {
      closeChildEnds()
      closeOwnEnds()
      throw error
    }
    return given
  }

  private mutating func open(_ stream: Subprocess.Stream, as number: Int) throws(Errno) -> Int32 {
    switch stream {
    case .null: return ctest_stream_null
    case .closed: return ctest_stream_closed
    case .capture:
      let file = ctest_memory_file("stream")
      guard file >= 0 else { throw Errno.current }
      captures[number] = file
      return file
    case .file(let path):
      let file = path.withCString { Glibc.open($0, (number == 0 ? O_RDONLY : O_WRONLY) | O_CLOEXEC) }
      guard file >= 0 else { throw Errno.current }
      childEnds.append(file)
      return file
    case .pipe:
      var ends: [Int32] = [0, 0]
      guard ctest_pipe(&ends) == 0 else { throw Errno.current }
      childEnds.append(ends[number == 0 ? 0 : 1])
      if number == 0 {
        input = ends[1]
        return ends[0]
      }
      precondition(output == nil, "only one stream of a child can be a pipe to read")
      output = ends[0]
      reader = LineReader(descriptor: ends[0])
      return ends[1]
    }
  }

  mutating func closeChildEnds() {
    for end in childEnds { close(end) }
    childEnds = []
  }

  mutating func closeOwnEnds() {
    closeInput()
    closeOutput()
    for file in captures.values { close(file) }
    captures = [:]
  }

  mutating func closeInput() {
    if let input { close(input) }
    input = nil
  }

  mutating func closeOutput() {
    if let output { close(output) }
    output = nil
    reader = nil
  }

  func captured(_ number: Int) -> [UInt8] {
    guard let file = captures[number] else { return [] }
    return (try? readAll(file)) ?? []
  }

  mutating func takeReader() -> LineReader? {
    defer { reader = nil }
    return reader
  }

  mutating func putBack(_ reader: LineReader) {
    if output != nil { self.reader = reader }
  }

  func write(_ bytes: [UInt8]) throws(Errno) {
    guard let input else { throw .badDescriptor }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw Errno.current }
      rest = rest.dropFirst(count)
    }
  }

  private func readAll(_ file: Int32) throws(Errno) -> [UInt8] {
    var contents: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = pread(file, &block, block.count, contents.count)
      guard count >= 0 else { throw Errno.current }
      guard count > 0 else { return contents }
      contents += block[..<count]
    }
  }
}
