internal import SystemCalls

/// Opens directories below a pinned root by their paths, of any length.
struct WayBelow: Sendable {
  let root: Descriptor
  let disk: PatientDisk

  /// What one call accepts, with the zero at the end.
  private static let longest = 4095

  /// Calls with a directory that is open for so long.
  func use<Result>(
    _ path: BytePath, _ body: (Descriptor) throws(Obstacle) -> Result
  ) throws(Obstacle) -> Result {
    let directory = try Obstacle.wrapping { () throws(Errno) in try open(path) }
    defer { close(directory) }
    return try body(directory)
  }

  /// Opens a directory by its path; to be closed with `close`.
  func open(_ path: BytePath) throws(Errno) -> Descriptor {
    var rest = path.isEmpty ? Array(".".utf8)[...] : path.bytes[...]
    var current = root
    while !rest.isEmpty {
      let piece = Array(Self.piece(of: rest))
      let outer = current
      defer { if outer != root { disk.disk.close(outer) } }
      current = try disk.trying { disk throws(Errno) in try disk.openDirectory(piece, in: outer) }
      rest = rest.dropFirst(piece.count).drop { $0 == UInt8(ascii: "/") }
    }
    return current
  }

  /// Opens a directory in one that is open; to be closed with `close`.
  func step(_ name: [UInt8], from directory: Descriptor) throws(Errno) -> Descriptor {
    try disk.trying { disk throws(Errno) in try disk.openDirectory(name, in: directory) }
  }

  func close(_ directory: Descriptor) { disk.disk.close(directory) }

  /// As many names as one call accepts.
  private static func piece(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard path.count > longest else { return path }
    let start = path.prefix(longest + 1)
    return start[..<(start.lastIndex(of: UInt8(ascii: "/")) ?? start.endIndex)]
  }
}
