internal import CTestSupport
package import SystemCalls

/// What a process does to itself: for exit tests, which have a process of their own.
package enum OwnProcess {
  /// Becomes another user, for good. Only root may.
  package static func become(user: UInt32) throws(Errno) {
    guard ctest_become_user(user) == 0 else { throw Errno.current }
  }

  /// Hides `/proc` from the calling thread. Only root may.
  package static func coverProc() throws(Errno) {
    guard ctest_cover_proc() == 0 else { throw Errno.current }
  }

  package static func uncoverProc() throws(Errno) {
    guard ctest_uncover_proc() == 0 else { throw Errno.current }
  }

  /// Gives the calling thread a working directory, and a `/`, of its own.
  package static func unshareDirectories() throws(Errno) {
    guard ctest_unshare_directories() == 0 else { throw Errno.current }
  }

  /// Lets the process have descriptors below a number only.
  package static func limitDescriptors(below number: UInt64) throws(Errno) {
    guard ctest_limit_descriptors(number) == 0 else { throw Errno.current }
  }

  /// Lets the process have so many bytes of memory only, apart from its code and stack.
  package static func limitMemory(to bytes: UInt64) throws(Errno) {
    guard ctest_limit_memory(bytes) == 0 else { throw Errno.current }
  }

  /// The number of each open descriptor, with what it leads to.
  package static func descriptors() throws(Errno) -> [Int32: BytePath] {
    let directory = try Descriptor.open(Array("/proc/self/fd".utf8), [.directory])
    defer { directory.close() }
    var found: [Int32: BytePath] = [:]
    for name in try BytePath("/proc/self/fd").names() {
      // The one that lists them is closed again.
      guard let number = Int32(String(decoding: name, as: UTF8.self)), number != directory.rawValue,
        let target = try? directory.readLink(name)
      else { continue }
      found[number] = BytePath(bytes: target)
    }
    return found
  }

  /// The names of all threads.
  package static func threadNames() throws(Errno) -> [String] {
    try BytePath("/proc/self/task").names().compactMap { (thread) in
      let name = BytePath("/proc/self/task").appending(thread).appending(BytePath("comm"))
      // One that has ended meanwhile has no name any more.
      guard let bytes = try? ProcFile.read(name) else { return nil }
      return String(decoding: bytes, as: UTF8.self).filter { $0 != "\n" }
    }
  }
}
