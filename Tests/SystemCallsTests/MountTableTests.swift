import Testing

@testable import SystemCalls

@Suite("The list of mounts")
struct MountTableTests {
  private func mount(_ device: String, _ source: BytePath, _ point: BytePath) -> Mount {
    Mount(identifier: 1, device: device, source: source, point: point)
  }

  @Test("a line's number, device, source, place and type are read, whatever optional fields it has")
  func lines() {
    let text = """
      21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      35 21 0:30 /sub\\040dir /a\\134b rw - btrfs /dev/sdb rw
      36 21 0:31 / /x rw shared:7 master:2 propagate_from:1 - tmpfs tmpfs rw
      not a mount
      """
    #expect(
      MountTable(text: Array(text.utf8)).mounts == [
        Mount(identifier: 21, device: "8:1", source: "/", point: "/", type: "ext4", backing: "/dev/sda1"),
        Mount(identifier: 35, device: "0:30", source: "/sub dir", point: "/a\\b", type: "btrfs", backing: "/dev/sdb"),
        Mount(identifier: 36, device: "0:31", source: "/", point: "/x", type: "tmpfs", backing: "tmpfs"),
      ])
  }

  @Test("a part of a file system shows twice when one place shows what is in, or is, the other's source")
  func showsTwice() {
    func showsTwice(_ mounts: Mount..., at path: BytePath = "/r") -> Bool { MountTable(mounts).showsTwice(at: path) }
    let root = mount("8:1", "/", "/")
    #expect(!showsTwice(root))
    #expect(!showsTwice(root, mount("0:9", "/", "/r/tmp")))
    // A bind mount of what lies inside, of the whole file system, of what lies beside.
    #expect(showsTwice(root, mount("8:1", "/r/a", "/r/b")))
    #expect(showsTwice(root, mount("8:1", "/", "/r/b")))
    #expect(!showsTwice(root, mount("8:1", "/s", "/r/b")))
    #expect(!showsTwice(root, mount("8:1", "/r-s", "/r/b")))
    // Another file system at two places; and outside of the path.
    #expect(showsTwice(root, mount("0:9", "/", "/r/x"), mount("0:9", "/", "/r/y")))
    #expect(showsTwice(root, mount("0:9", "/a-b", "/r/w"), mount("0:9", "/a", "/r/x"), mount("0:9", "/a/c", "/r/y")))
    #expect(!showsTwice(root, mount("0:9", "/", "/r/x"), mount("0:9", "/", "/s/y")))
    #expect(!showsTwice(root, mount("0:9", "/@", "/r/x"), mount("0:9", "/@home", "/r/y")))
    // What is mounted over the path is what lies there.
    #expect(!showsTwice(root, mount("0:9", "/", "/r"), mount("8:1", "/r", "/r/b")))
    #expect(showsTwice(root, mount("0:9", "/", "/r"), mount("0:9", "/x", "/r/b")))
  }
}
