import Glibc
import SystemCalls

/// The kernel's memory of what is on disks.
enum PageCache {
  private static let control = "/proc/sys/vm/drop_caches"

  /// Why nothing can be measured cold in a place; nil when it can.
  static func obstacle(in place: Place) -> String? {
    if ["tmpfs", "ramfs"].contains(place.fileSystem) { return "\(place.fileSystem) has no disk" }
    guard access(control, W_OK) == 0 else { return "cannot write to '\(control)'" }
    return nil
  }

  /// Writes back everything dirty, and forgets files, names and inodes.
  static func drop() throws {
    sync()
    let descriptor = open(control, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Errno.current }
    defer { close(descriptor) }
    guard write(descriptor, [UInt8(ascii: "3")], 1) == 1 else { throw Errno.current }
  }
}
