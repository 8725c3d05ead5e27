package import SystemCalls

/// What this process has in use, as the kernel lists it.
package struct ProcessUse: Hashable, Sendable {
  package let residentBytes: Int
  package let descriptors: Int
  /// Over all inotify instances of the process.
  package let watches: Int
  package let threads: Int

  package static func now() throws(Errno) -> ProcessUse {
    let descriptors = try OwnProcess.descriptors()
    return ProcessUse(
      residentBytes: try residentBytes(), descriptors: descriptors.count,
      watches: try watches(of: descriptors), threads: try OwnProcess.threadNames().count)
  }

  /// The watches of the inotify instances among some descriptors.
  package static func watches(of descriptors: [Int32: BytePath]) throws(Errno) -> Int {
    var count = 0
    for (number, target) in descriptors where target == "anon_inode:inotify" {
      let listing = try ProcFile.read(BytePath("/proc/self/fdinfo/\(number)"), limit: .max)
      count += listing.split(separator: UInt8(ascii: "\n")).count { $0.starts(with: "inotify wd:".utf8) }
    }
    return count
  }

  /// Page by page: the number in `status` lags behind by what each processor has counted for itself.
  package static func residentBytes() throws(Errno) -> Int {
    let lines = try ProcFile.read("/proc/self/smaps_rollup").split(separator: UInt8(ascii: "\n"))
    guard let line = lines.first(where: { $0.starts(with: "Rss:".utf8) }),
      let kilobytes = Int(String(decoding: line, as: UTF8.self).filter(\.isNumber))
    else { throw .noSystemCall }
    return kilobytes * 1024
  }
}
