import SystemCalls
import TestSupport

/// Where a benchmark makes its trees.
struct Place {
  let path: BytePath
  /// The name of the file system that the directory lies on.
  let fileSystem: String

  /// The directory that is asked for, or one in memory.
  init(_ options: inout Options) throws {
    path = try options.text("--in").map { BytePath($0) } ?? TemporaryDirectory.fastDirectory
    let descriptor = try Descriptor.open(path.bytes, .directory)
    defer { descriptor.close() }
    fileSystem = try FileSystemKind(of: descriptor).name
  }
}
