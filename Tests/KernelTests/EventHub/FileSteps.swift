import Glibc
import SystemCalls
import TestSupport

/// Single changes of a directory, one system call each where one does it.
struct FileSteps {
  let root: BytePath

  func path(_ name: BytePath) -> BytePath { root.appending(name) }

  func make(_ name: BytePath) throws { try FileChanges.makeFile(path(name), permissions: 0o600) }

  func makeDirectory(_ name: BytePath) throws { try FileChanges.makeDirectory(path(name), permissions: 0o700) }

  func remove(_ name: BytePath) throws { try FileChanges.removeFile(path(name)) }

  func removeDirectory(_ name: BytePath) throws { try FileChanges.removeDirectory(path(name)) }

  func rename(_ name: BytePath, to newName: BytePath) throws {
    guard Glibc.rename(path(name).string, path(newName).string) == 0 else { throw Errno(rawValue: errno) }
  }

  func append(to name: BytePath) throws {
    let file = open(path(name).string, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard file >= 0 else { throw Errno(rawValue: errno) }
    defer { close(file) }
    guard write(file, "x", 1) == 1 else { throw Errno(rawValue: errno) }
  }

  /// Runs steps in a new directory in memory, on a thread that may block.
  static func run(_ body: @escaping @Sendable (FileSteps) throws -> Void) async throws {
    try await onOwnThread {
      try TemporaryDirectory.use(in: TemporaryDirectory.fastDirectory) { try body(FileSteps(root: $0)) }
    }
  }
}
