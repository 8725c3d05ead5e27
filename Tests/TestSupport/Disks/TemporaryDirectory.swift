internal import Glibc
package import SystemCalls

/// A directory that goes, with whatever is in it, when the last reference goes.
package final class TemporaryDirectory: Sendable {
  /// Where the directory is: absolute, no symbolic link in it.
  package let path: BytePath

  /// Makes a directory inside another one, by default the system's for temporary files.
  package init(in parent: BytePath? = nil) throws(Errno) {
    let place = parent ?? Self.systemDirectory
    var template = (place.appending(BytePath("cachewatch-test-XXXXXX")).bytes + [0]).map(
      CChar.init(bitPattern:))
    guard mkdtemp(&template) != nil, let real = realpath(template, nil) else { throw Errno.current }
    defer { free(real) }
    path = BytePath(
      bytes: Array(UnsafeBufferPointer(start: real, count: strlen(real))).map(UInt8.init(bitPattern:)))
  }

  /// Makes a directory for as long as a piece of work takes.
  package static func use<Result>(
    in parent: BytePath? = nil, _ body: (_ path: BytePath) throws -> Result
  ) throws -> Result {
    let directory = try TemporaryDirectory(in: parent)
    return try withExtendedLifetime(directory) { try body(directory.path) }
  }

  deinit {
    do {
      try DirectoryRemoval.remove(path)
    } catch {
      print("cannot remove '\(path)': \(error)")
    }
  }

  /// The path of a name inside.
  package func path(_ name: BytePath) -> BytePath { path.appending(name) }

  /// `TMPDIR`, or `/tmp`.
  package static var systemDirectory: BytePath {
    guard let text = getenv("TMPDIR"), text[0] == CChar(bitPattern: UInt8(ascii: "/")) else { return "/tmp" }
    return BytePath(String(cString: text))
  }

  /// A directory in memory where there is one: fast, whatever the temporary directory lies on.
  package static var fastDirectory: BytePath {
    access("/dev/shm", W_OK) == 0 ? "/dev/shm" : systemDirectory
  }
}
