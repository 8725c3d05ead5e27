internal import Glibc
package import SystemCalls

/// Tells whether files are opened.
package final class OpenWatch {
  private let descriptor: Int32

  package init(_ paths: [BytePath]) throws(Errno) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw Errno.current }
    for path in paths {
      guard inotify_add_watch(descriptor, path.string, UInt32(IN_OPEN)) >= 0 else { throw Errno.current }
    }
  }

  deinit { close(descriptor) }

  /// How often they were opened since the last call.
  package func count() -> Int {
    var count = 0
    // Without names, for these are no directories: each event is as long as its head.
    var event = inotify_event()
    while withUnsafeMutableBytes(of: &event, { read(descriptor, $0.baseAddress, $0.count) }) > 0 {
      if event.mask & UInt32(IN_OPEN) != 0 { count += 1 }
    }
    return count
  }
}
