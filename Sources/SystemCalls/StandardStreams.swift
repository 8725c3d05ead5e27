internal import Glibc

/// The three descriptors that a program expects to be given.
package enum StandardStreams {
  /// Fills those that are closed, so that no file or socket opened later gets their numbers.
  ///
  /// Reading and writing them fails as if they were still closed.
  package static func fillGaps() {
    for (number, unusable) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] {
      guard fcntl(number, F_GETFD) == -1 else { continue }
      // The lowest free number is the one that is missing.
      _ = unsafe open("/dev/null", unusable)
    }
  }
}
