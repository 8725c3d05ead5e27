internal import CInotifyTools
internal import Glibc
internal import SystemCalls

/// A file in memory that nobody else can see. Changing its permissions queues an event behind all events before: no
/// file system is written to, and none can be full or read-only.
struct Sentinel {
  let file: Descriptor
  private(set) var watch = WatchDescriptor(rawValue: -1)

  static func make() throws(EventSourceError) -> Sentinel {
    do throws(Errno) {
      return Sentinel(file: try Descriptor.memoryFile(named: "cachewatch-sentinel"))
    } catch {
      throw .instance(error, limit: nil)
    }
  }

  private var path: String { "/proc/self/fd/\(file.rawValue)" }

  /// - Returns: the number of the watch.
  func watchThroughLibrary() throws(EventSourceError) -> Int32 {
    guard unsafe inotifytools_watch_file(path, IN_ATTRIB) != 0 else {
      throw Self.failure(Errno(rawValue: inotifytools_error()))
    }
    return unsafe inotifytools_wd_from_filename(path)
  }

  /// The same file with its watch, placed on an inotify descriptor.
  func watched(through descriptor: Int32) throws(EventSourceError) -> Sentinel {
    let watch = watch(through: descriptor)
    guard watch >= 0 else { throw Self.failure(.current) }
    return watched(watch)
  }

  /// - Returns: the number of the watch, or -1 with an errno.
  func watch(through descriptor: Int32) -> Int32 {
    unsafe inotify_add_watch(descriptor, path, UInt32(IN_ATTRIB))
  }

  private static func failure(_ reason: Errno) -> EventSourceError {
    switch reason {
    case .noSuchFile: .procUnavailable
    case .noSpace: .noWatchLeft
    default: .instance(reason, limit: nil)
    }
  }

  func watched(_ watch: Int32) -> Sentinel {
    var sentinel = self
    sentinel.watch = WatchDescriptor(rawValue: watch)
    return sentinel
  }

  /// Whether an inotify descriptor has this watch on this file.
  func isListed(by descriptor: Int32, as watch: Int32) -> Bool {
    guard let inode = try? file.status().identity.inode,
      let lines = try? ProcFile.read(BytePath("/proc/self/fdinfo/\(descriptor)"), limit: 1 << 24)
    else { return false }
    let wanted = "inotify wd:\(String(watch, radix: 16)) ino:\(String(inode, radix: 16)) "
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").contains { $0.hasPrefix(wanted) }
  }

  func touch() {
    _ = fchmod(file.rawValue, 0o600)
  }
}
