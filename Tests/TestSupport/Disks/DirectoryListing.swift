internal import Glibc
internal import SystemCalls

/// Reads a directory with `readdir`: tests do not trust the library's own reader.
enum DirectoryListing {
  /// The names in an open directory, without `.` and `..`, in the order of the disk.
  static func names(of directory: Int32) throws(Errno) -> [[UInt8]] {
    // A descriptor of its own, at the start of the directory whatever was read before.
    let descriptor = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Errno.current }
    guard let stream = fdopendir(descriptor) else {
      let reason = Errno.current
      close(descriptor)
      throw reason
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { (bytes) in Array(bytes.prefix { $0 != 0 }) }
      if name != Array(".".utf8) && name != Array("..".utf8) { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw Errno.current }
    return names
  }
}
