import Foundation
import Glibc
import SystemCalls
import TestSupport

/// A cache directory to clear, with a directory beside it that has to stay as it is.
final class CachePlace: Sendable {
  let directory: TemporaryDirectory
  var cache: BytePath { directory.path("cache") }

  /// - Parameter script: fills the cache, which is its working directory.
  init(_ script: String = CachePlace.filling) throws {
    directory = try TemporaryDirectory(in: TemporaryDirectory.fastDirectory)
    try Subprocess.output(
      of: "sh", ["-ec", BytePath("umask 022; mkdir cache beside; seq 9 >beside/file; cd cache\n\(script)")],
      directory: directory.path)
  }

  /// Three files of one inode each and one of two names, in three directories.
  static let filling = """
    mkdir -p a/b .hidden; seq 20000 >a/large; seq 10 >a/b/small; seq 10 >.hidden/file; seq 99 >twin; ln twin a/b/twin
    """

  /// What `find` says of everything, with all times; but for those of reading directories, which it does itself.
  func listing(of path: BytePath) throws -> String {
    let format: BytePath = "%p %y %i %n %m %U %s %b %T@ %C@ %l\\n"
    let output = try Subprocess.output(
      of: "find", [path, "-printf", format, "!", "-type", "d", "-printf", "read %A@\\n"])
    return String(decoding: output, as: UTF8.self)
  }

  /// The names in the cache, at every depth.
  func names() throws -> [String] { try Self.names(below: cache) }

  /// The names in a directory, at every depth.
  static func names(below directory: BytePath) throws -> [String] {
    let output = try Subprocess.output(of: "find", [directory, "-mindepth", "1", "-printf", "%P\\n"])
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
  }

  /// Has the directory beside it be at the cache's path, and the cache beside it. At no moment nothing is there.
  func exchange() throws {
    let place = try WorkDirectory(directory.path)
    try place.exchange("cache", with: "beside", in: place)
  }

  /// Where the cache is once it was exchanged.
  var exchanged: BytePath { directory.path("beside") }

  /// Runs `clear --force --yes` on the cache.
  func clear(_ options: BytePath...) async throws -> Subprocess.Result {
    try await Tool.run(["clear", "--force", "--yes"] + options + [cache])
  }
}

/// One JSON object of `clear`, read by a parser that is not the tool's.
struct ClearLine: Decodable, Equatable {
  var event: String
  var path: String
  var path_base64: Data?
  var files: Int?
  var directories: Int?
  var freed_bytes: UInt64?
  var held_bytes: UInt64?
  var still_linked_bytes: UInt64?
  var complete: Bool?
  var shortfall_bytes: UInt64?
  var allocated_bytes: UInt64?
  var age_seconds: Int?
  var reason: String?
  var message: String?
}

extension ClearLine {
  /// The lines of an output.
  static func all(in output: [UInt8]) throws -> [ClearLine] {
    try output.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(ClearLine.self, from: Data($0)) }
  }
}

extension Subprocess.Result {
  /// The output's lines, as JSON objects of `clear`.
  func clearLines() throws -> [ClearLine] { try ClearLine.all(in: output) }
}
