internal import Glibc
internal import SystemCalls

/// Reads a directory with `readdir`: tests do not trust the library's own reader.
package enum DirectoryListing {
  package struct Entry {
    package var name: [UInt8]
    package var isDirectory: Bool
  }

  /// The names in an open directory, without `.` and `..`, in the order of the disk.
  static func names(of directory: Int32) throws(Errno) -> [[UInt8]] {
    try entries(of: directory).map(\.name)
  }

  /// What is in an open directory, without `.` and `..`, in the order of the disk.
  static func entries(of directory: Int32) throws(Errno) -> [Entry] {
    // A descriptor of its own, at the start of the directory whatever was read before.
    let descriptor = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Errno.current }
    guard let stream = fdopendir(descriptor) else {
      let reason = Errno.current
      close(descriptor)
      throw reason
    }
    defer { closedir(stream) }
    let (dot, dotDot) = (Array(".".utf8), Array("..".utf8))
    var entries: [Entry] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { (bytes) in
        let text = bytes.bindMemory(to: CChar.self)
        return Array(bytes.prefix(text.baseAddress.map { strnlen($0, text.count) } ?? 0))
      }
      if name != dot && name != dotDot {
        entries.append(Entry(name: name, isDirectory: isDirectory(name, entry.pointee.d_type, in: directory)))
      }
      errno = 0
    }
    guard errno == 0 else { throw Errno.current }
    return entries
  }

  private static func isDirectory(_ name: [UInt8], _ type: UInt8, in directory: Int32) -> Bool {
    guard Int(type) == DT_UNKNOWN else { return Int(type) == DT_DIR }
    var status = stat()
    let result = BytePath(bytes: name).withCString { fstatat(directory, $0, &status, AT_SYMLINK_NOFOLLOW) }
    return result == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
