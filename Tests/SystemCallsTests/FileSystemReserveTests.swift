import Glibc
import SystemCalls
import TestSupport
import Testing

/// A full ext4 that was mounted by a path of the test's choice.
@Suite("Devices of mounted file systems", .enabled(if: TestDisk.isAvailable(.ext4)))
struct FileSystemReserveTests {
  private static func withFullDisk(mountedAs source: String, _ body: (_ place: BytePath) throws -> Void) throws {
    try TemporaryDirectory.use { place in
      let script = """
        truncate -s 16M image; mkfs.ext4 -q -F image; mkdir mount; loop=$(losetup -f --show image)
        trap 'losetup -d "$loop"' EXIT
        ln -s "$loop" device
        mount -c -t ext4 "\(source)" "$PWD/mount"
        """
      // The kernel lets go of the device when it is unmounted.
      try Subprocess.output(of: "sh", ["-ec", BytePath(script)], directory: place)
      defer { _ = try? Subprocess.run("umount", [place.appending("mount")]) }
      _ = try Subprocess.run("sh", ["-c", "head -c 100M /dev/zero >mount/file"], directory: place)
      try body(place)
    }
  }

  @Test("the reserve is known when the device is, and what lies in its place by now is not opened")
  func exchangedDevice() throws {
    try Self.withFullDisk(mountedAs: "$PWD/device") { place in
      let mount = place.appending("mount")
      let space = try FileSystemSpace(of: mount)
      #expect(space.freeBytes == 0 && space.reserveDebt ?? 0 > 0)
      try Subprocess.output(of: "sh", ["-ec", "rm device; echo >device"], directory: place)
      let watch = try OpenWatch([place.appending("device")])
      #expect(try FileSystemSpace(of: mount).reserveDebt == nil)
      #expect(watch.count() == 0)
      try Descriptor.open(place.appending("device").bytes, []).close()
      #expect(watch.count() == 1)
    }
  }

  @Test("a relative path of a device is not taken for one below the working directory")
  func relativeDevice() async {
    await #expect(processExitsWith: .success) {
      try Self.withFullDisk(mountedAs: "device") { place in
        #expect(chdir(place.string) == 0)
        defer { chdir("/") }
        let mounts = try MountTable.current().mounts
        #expect(mounts.contains { $0.point == place.appending("mount") && $0.backing == "device" })
        #expect(try FileSystemSpace(of: place.appending("mount")).reserveDebt == nil)
      }
    }
  }
}
