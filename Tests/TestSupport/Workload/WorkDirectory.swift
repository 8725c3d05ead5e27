internal import CTestSupport
internal import Glibc
package import SystemCalls

/// A directory that a workload or a test holds open. Another process may move or delete it at any time.
package final class WorkDirectory {
  package typealias Entry = DirectoryListing.Entry

  package let descriptor: Int32

  package init(_ path: BytePath) throws(Errno) {
    descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Errno.current }
  }

  package init(_ name: [UInt8], in parent: WorkDirectory) throws(Errno) {
    descriptor = BytePath(bytes: name).withCString {
      openat(parent.descriptor, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw Errno.current }
  }

  deinit { close(descriptor) }

  /// What is inside and wanted, by name: the order of the disk differs from one file system to the next.
  package func entries(where isWanted: (Entry) -> Bool = { _ in true }) throws(Errno) -> [Entry] {
    try DirectoryListing.entries(of: descriptor).filter(isWanted).sorted { Self.precedes($0.name, $1.name) }
  }

  /// By `memcmp`: every operation sorts, and the collections' own comparison is slow without optimization.
  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let order = memcmp(left, right, min(left.count, right.count))
    return order == 0 ? left.count < right.count : order < 0
  }

  package func makeDirectory(_ name: [UInt8]) throws(Errno) {
    try call(name) { mkdirat(descriptor, $0, 0o755) }
  }

  package func makeFIFO(_ name: [UInt8]) throws(Errno) {
    try call(name) { mkfifoat(descriptor, $0, 0o644) }
  }

  package func makeSymbolicLink(_ name: [UInt8], to target: [UInt8]) throws(Errno) {
    try call(name) { (name) in BytePath(bytes: target).withCString { symlinkat($0, descriptor, name) } }
  }

  package func link(_ name: [UInt8], to place: WorkDirectory, as newName: [UInt8]) throws(Errno) {
    try call(name) { (name) in
      BytePath(bytes: newName).withCString { linkat(descriptor, name, place.descriptor, $0, 0) }
    }
  }

  package func rename(_ name: [UInt8], to place: WorkDirectory, as newName: [UInt8], flags: UInt32 = 0) throws(Errno) {
    try call(name) { (name) in
      BytePath(bytes: newName).withCString { ctest_renameat2(descriptor, name, place.descriptor, $0, flags) }
    }
  }

  package func setPermissions(_ name: [UInt8], _ mode: UInt32) throws(Errno) {
    try call(name) { fchmodat(descriptor, $0, mode, 0) }
  }

  package func unlink(_ name: [UInt8]) throws(Errno) {
    try call(name) { unlinkat(descriptor, $0, 0) }
  }

  package func removeDirectory(_ name: [UInt8]) throws(Errno) {
    try call(name) { unlinkat(descriptor, $0, Int32(AT_REMOVEDIR)) }
  }

  /// Removes a file or a whole tree, past what others remove or add at the same time.
  package func removeTree(_ entry: Entry) throws(Errno) {
    guard entry.isDirectory else { return try unlink(entry.name) }
    do {
      let inner = try WorkDirectory(entry.name, in: self)
      for entry in try inner.entries() { try inner.removeTree(entry) }
      try removeDirectory(entry.name)
    } catch .noSuchFile {
      return
    }
  }

  private func call(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Int32) throws(Errno) {
    guard BytePath(bytes: name).withCString(body) == 0 else { throw Errno.current }
  }
}
