internal import Glibc

/// Changes of names in the file system.
package enum FileChanges {
  package static func makeDirectory(_ path: BytePath, permissions: UInt16) throws(Errno) {
    try unsafe call(path) { unsafe mkdir($0, mode_t(permissions)) }
  }

  /// Makes an empty file where nothing is yet.
  package static func makeFile(_ path: BytePath, permissions: UInt16) throws(Errno) {
    try unsafe call(path) { path in
      let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode_t(permissions))
      if descriptor >= 0 { close(descriptor) }
      return descriptor
    }
  }

  package static func removeDirectory(_ path: BytePath) throws(Errno) {
    try unsafe call(path) { unsafe rmdir($0) }
  }

  package static func removeFile(_ path: BytePath) throws(Errno) {
    try unsafe call(path) { unsafe unlink($0) }
  }

  /// Gives a file a second name; fails where something is already there.
  package static func link(_ path: BytePath, to newPath: BytePath) throws(Errno) {
    try unsafe newPath.bytes.withCString { (destination) throws(Errno) in
      try unsafe call(path) { unsafe Glibc.link($0, destination) }
    }
  }

  private static func call(_ path: BytePath, _ body: (UnsafePointer<CChar>) -> Int32) throws(Errno) {
    _ = try unsafe path.bytes.withCString { (path) throws(Errno) in
      try retryingInterrupts { Int(unsafe body(path)) }
    }
  }
}
