import Glibc
import SystemCalls
import TestSupport

/// A tree that must stay as it is, to the byte. Every directory in it looks like the one above: `d` and some files.
final class CanaryTree: Sendable {
  let path: BytePath
  private let original: [BytePath: Content]

  struct Content: Equatable {
    var details: FileDetails
    var bytes: [UInt8]
  }

  /// - Parameter path: where nothing is yet.
  init(at path: BytePath, depth: Int = 7) throws {
    self.path = path
    mkdir(path.string, 0o755)
    try Self.fill(path, depth: depth)
    original = try Self.contents(of: path)
  }

  /// Whether nothing is missing, new, or changed.
  var isIntact: Bool { (try? Self.contents(of: path)) == original }

  /// Makes a tree of the same shape.
  static func fill(_ path: BytePath, depth: Int) throws {
    let directory = try WorkDirectory(path)
    for number in 0..<5 { try directory.makeFile(BytePath("canary-\(number)"), length: 100 + number) }
    guard depth > 1 else { return }
    try directory.makeDirectory("canary")
    try fill(path.appending("canary"), depth: depth - 1)
  }

  private static func contents(of path: BytePath) throws -> [BytePath: Content] {
    var found: [BytePath: Content] = [:]
    var waiting = [path]
    while let next = waiting.popLast() {
      let descriptor = try Descriptor.open(next.bytes, [.noFollow, .nonBlocking])
      defer { descriptor.close() }
      var details = try descriptor.details()
      // Looking is allowed. A new hard link is too: it shows in the time of the last change.
      details.accessed = details.modified
      details.changed = details.modified
      details.links = 0
      var bytes: [UInt8] = []
      if details.kind == .directory {
        waiting += try next.names().map(next.appending)
      } else {
        while try descriptor.read(upTo: 4096, appendingTo: &bytes) > 0 {}
      }
      found[next] = Content(details: details, bytes: bytes)
    }
    return found
  }
}
