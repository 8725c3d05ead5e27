internal import Glibc
internal import SystemCalls

/// A mount point and an image file, cleaned up by a child process that waits for the end of its input: it comes when
/// the keeper goes, and also when this process is killed.
final class MountKeeper: Sendable {
  let mountPoint: BytePath
  /// A second mount point, for what is mounted below the first one's file system. It is unmounted last.
  let layers: BytePath
  let image: BytePath
  private let child: Subprocess

  private static let script = """
    trap '' HUP INT TERM
    cat >/dev/null
    busy=0
    for place in "$1/mount" "$1/layers"; do
      while mountpoint -q "$place"; do
        umount "$place" 2>/dev/null || { busy=1; umount -l "$place" || break; }
      done
    done
    rm -rf --one-file-system "$1"
    exit $busy
    """

  init() throws {
    let made = try Subprocess.output(
      of: "mktemp", ["-d", TemporaryDirectory.fastDirectory.appending("cachewatch-disk-XXXXXX")])
    let directory = BytePath(bytes: made.filter { $0 != UInt8(ascii: "\n") })
    mountPoint = directory.appending("mount")
    layers = directory.appending("layers")
    image = directory.appending("image")
    child = try Subprocess("sh", ["-c", BytePath(Self.script), "mount-keeper", directory], input: .pipe)
    try Subprocess.output(of: "mkdir", [mountPoint, layers])
  }

  deinit {
    _ = try? end()
  }

  /// Cleans up. False when a file system was busy.
  func end() throws -> Bool {
    child.closeInput()
    return try child.wait(atMost: .seconds(60)) == .exited(0)
  }
}

extension MountKeeper {
  /// Makes a file system in the image file, and mounts it.
  func mountImage(of type: String, megabytes: Int, on place: BytePath) throws {
    try Subprocess.output(of: "truncate", ["-s", BytePath("\(megabytes)M"), image])
    let quiet: [BytePath] = type == "ext4" ? ["-q", "-F", "-E", "lazy_itable_init=0"] : ["-q"]
    try Subprocess.output(of: BytePath("mkfs.\(type)"), quiet + [image])
    try Subprocess.output(of: "mount", ["-o", "loop", image, place])
  }
}
