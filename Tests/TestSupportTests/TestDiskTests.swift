import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite struct TestDiskTests {
  @Test("a disk is of its kind, and gone when it is let go", arguments: TestDisk.Kind.allCases)
  func mounted(kind: TestDisk.Kind) async throws {
    guard TestDisk.isAvailable(kind) else { return }
    let found = try await onOwnThread {
      let disk = try TestDisk(kind)
      let type = try Subprocess.run("stat", ["-f", "-c", "%T", disk.root]).text
      return (type: type, wasFree: try disk.unmount(), isGone: access(disk.root.string, F_OK) == -1)
    }
    let names: [TestDisk.Kind: String] = [.ext4: "ext2/ext3", .overlay: "overlayfs"]
    #expect(found.type == names[kind, default: kind.rawValue] + "\n")
    #expect(found.wasFree)
    #expect(found.isGone)
  }

  @Test(
    "a disk that something holds open goes all the same, and says so",
    .enabled(if: TestDisk.isAvailable(.tmpfs)))
  func busy() async throws {
    let found = try await onOwnThread {
      let disk = try TestDisk(.tmpfs)
      let held = try Descriptor.open(disk.root.bytes, .directory)
      defer { held.close() }
      return (wasFree: try disk.unmount(), isGone: access(disk.root.string, F_OK) == -1)
    }
    #expect(!found.wasFree)
    #expect(found.isGone)
  }
}
