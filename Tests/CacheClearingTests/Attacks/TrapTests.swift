import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

/// What leads out of a cache without anybody's doing while it is cleared.
@Suite("Ways out of a cache", .serialized, .enabled(if: geteuid() == 0))
struct TrapTests {
  private static let mounts = """
    mkdir bind tmpfs deep deep/self other; : >file; : >deep/file
    mount --bind "$1" bind; mount -t tmpfs tmpfs tmpfs; cp -a "$1" tmpfs/copy; mount --bind "$1/canary-0" file
    mount --bind other deep/self; echo >other/kept
    """

  @Test("what is mounted stays, with all that is in it, and is reported")
  func mounted() async throws {
    try await onOwnThread {
      let trap = try Trap(Self.mounts)
      let report = try trap.clear()
      #expect(trap.canary.isIntact)
      #expect(Set(report.skipped.map(\.path)) == ["bind", "tmpfs", "file", "deep/self"])
      #expect(report.skipped.allSatisfy { $0.reason == .mount }, "\(report.skipped)")
      let names = try trap.names().filter { !$0.hasPrefix("bind/") }
      #expect(names == ["bind", "deep", "deep/self", "file", "tmpfs"])
      #expect(try trap.root.appending("tmpfs/copy").names().count == 6)
    }
  }

  @Test(
    "a directory or a file that is mounted is deleted, or made empty, by a naive deleter",
    arguments: [
      "mkdir bind; mount --bind \"$1\" bind", ": >file; mount --bind \"$1/canary-0\" file",
    ])
  func naiveBind(_ mount: String) async throws {
    try await onOwnThread {
      let trap = try Trap(mount)
      try trap.clear(.trustingPaths)
      #expect(!trap.canary.isIntact)
    }
  }

  @Test("another file system that is mounted is emptied by a naive deleter")
  func naiveMount() async throws {
    try await onOwnThread {
      let trap = try Trap("mkdir tmpfs; mount -t tmpfs tmpfs tmpfs; cp -a \"$1\" tmpfs/copy")
      try trap.clear(.trustingPaths)
      #expect(try trap.root.appending("tmpfs").names() == [])
    }
  }

  @Test("a hard link to a file elsewhere goes, the file stays as it is")
  func hardLinks() async throws {
    try await onOwnThread {
      for isNaive in [false, true] {
        let scene = try AttackScene()
        for number in 0..<5 {
          link(scene.canary.path.appending(BytePath("canary-\(number)")).string, scene.level(4).string + "/l\(number)")
        }
        if isNaive {
          try scene.clear(.trustingPaths)
        } else {
          let report = scene.clear()
          #expect(report?.isComplete == true)
          #expect(report?.files == 30)
          #expect(report?.stillLinkedBytes == 5 * 4096)
        }
        #expect(try scene.root.names() == [])
        #expect(scene.canary.isIntact == !isNaive)
      }
    }
  }
}
