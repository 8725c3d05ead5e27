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
  func watch(through descriptor: Int32, onlyIfNew: Bool = false) -> Int32 {
    unsafe inotify_add_watch(descriptor, path, UInt32(IN_ATTRIB) | (onlyIfNew ? UInt32(IN_MASK_CREATE) : 0))
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

  /// The inotify descriptor that has this watch on this file.
  func descriptor(among candidates: Set<Int32>, listing watch: Int32) throws(EventSourceError) -> Int32? {
    do throws(Errno) {
      let inode = try file.status().identity.inode
      let wanted = "inotify wd:\(String(watch, radix: 16)) ino:\(String(inode, radix: 16)) "
      for candidate in candidates {
        let lines = try ProcFile.read(BytePath("/proc/self/fdinfo/\(candidate)"), limit: 1 << 24)
        let text = String(decoding: lines, as: UTF8.self)
        if text.split(separator: "\n").contains(where: { $0.hasPrefix(wanted) }) { return candidate }
      }
      return nil
    } catch {
      throw .looking(at: error)
    }
  }

  func touch() {
    _ = fchmod(file.rawValue, 0o600)
  }
}
