internal import Glibc

extension BytePath {
  /// The absolute path without symbolic links, `.` and `..`. Fails when nothing is there.
  package func resolved() throws(Errno) -> BytePath {
    try unsafe bytes.withCString { (path) throws(Errno) in
      guard let resolved = unsafe realpath(path, nil) else { throw Errno.current }
      defer { unsafe free(resolved) }
      return unsafe BytePath(cString: resolved)
    }
  }

  init(cString: UnsafePointer<CChar>) {
    let count = unsafe strlen(cString)
    self.init(bytes: unsafe UnsafeBufferPointer(start: cString, count: count).map { UInt8(bitPattern: $0) })
  }
}
