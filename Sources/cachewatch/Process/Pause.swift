internal import Glibc

/// Standing still, where nothing could be waited for.
enum Pause {
  /// Blocks the calling thread, for less than a second at a time. A signal may end it early.
  static func milliseconds(_ count: Int) {
    usleep(UInt32(clamping: 1000 * count))
  }
}
