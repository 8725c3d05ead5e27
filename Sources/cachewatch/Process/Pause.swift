internal import Glibc

/// Standing still, where nothing could be waited for.
enum Pause {
  /// Blocks the calling thread. A signal may end it early.
  static func milliseconds(_ count: Int) {
    var time = timespec()
    time.tv_sec = count / 1000
    time.tv_nsec = count % 1000 * 1_000_000
    unsafe nanosleep(&time, nil)
  }
}
