internal import Glibc
internal import SystemCalls

/// Two mount points and an image file, cleaned up by a child process that waits for the end of its input: it comes when
/// the keeper goes, and also when this process is killed.
final class MountKeeper: Sendable {
  let mountPoint: BytePath
  /// For a file system that the one at `mountPoint` shows.
  let beneath: BytePath
  let image: BytePath
  private let child: Subprocess

  private static let script = """
    trap '' HUP INT TERM
    cat >/dev/null
    busy=0
    while mountpoint -q "$1/mount"; do
      umount "$1/mount" 2>/dev/null || { busy=1; umount -l "$1/mount" || break; }
    done
    # Detached: a FUSE server lets go of it only when it has noticed that its own mount is gone.
    while mountpoint -q "$1/beneath"; do umount -l "$1/beneath" || break; done
    rm -rf --one-file-system "$1"
    exit $busy
    """

  init() throws {
    let made = try Subprocess.output(
      of: "mktemp", ["-d", TemporaryDirectory.fastDirectory.appending("cachewatch-disk-XXXXXX")])
    let directory = BytePath(bytes: made.filter { $0 != UInt8(ascii: "\n") })
    mountPoint = directory.appending("mount")
    beneath = directory.appending("beneath")
    image = directory.appending("image")
    child = try Subprocess("sh", ["-c", BytePath(Self.script), "mount-keeper", directory], input: .pipe)
    try Subprocess.output(of: "mkdir", [mountPoint, beneath])
  }

  deinit {
    _ = try? end()
  }

  /// Cleans up. False when the file system was busy.
  func end() throws -> Bool {
    child.closeInput()
    return try child.wait(atMost: .seconds(60)) == .exited(0)
  }
}
