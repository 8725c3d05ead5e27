internal import Glibc

/// Changes of names that the control socket needs.
package enum FileChanges {
  package static func makeDirectory(_ path: BytePath, permissions: UInt16) throws(Errno) {
    try unsafe call(path) { unsafe mkdir($0, mode_t(permissions)) }
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
