import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

/// What an attacker, or a careless program, can leave in a cache.
@Suite("Traps in a cache", .serialized, .enabled(if: geteuid() == 0))
struct TrapTests {
  /// A cache on a file system of its own, so that what is mounted in it goes with it, and a canary.
  private struct Trap {
    let disk: TestDisk
    let canary: CanaryTree
    var root: BytePath { disk.root.appending("cache") }

    /// - Parameter script: run in the cache, with the canary's path as `$1`.
    init(_ script: String, on kind: TestDisk.Kind = .tmpfs) throws {
      disk = try TestDisk(kind, megabytes: 64)
      canary = try CanaryTree(at: disk.root.appending("beside"), depth: 3)
      try Subprocess.output(of: "mkdir", [root])
      try Subprocess.output(of: "bash", ["-ec", BytePath(script), "bash", canary.path], directory: root)
    }

    func clear(_ rules: ClearingRules = .init()) throws -> ClearingReport {
      let clearer = try CacheClearer(root: root, allowing: .all)
      return try clearer.clear(try clearer.plan([.everything], rules: rules))
    }

    func clear(_ deleter: NaiveDeleter) throws { try deleter.clear(root, within: disk.root) }

    /// What is left, at every depth, without other file systems.
    func names() throws -> [String] {
      let output = try Subprocess.output(of: "find", [root, "-xdev", "-mindepth", "1", "-printf", "%P\\n"])
      return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
    }
  }

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

  @Test("what is mounted is deleted by a naive deleter")
  func naiveMounted() async throws {
    try await onOwnThread {
      let trap = try Trap(Self.mounts)
      try trap.clear(.trustingPaths)
      #expect(!trap.canary.isIntact)
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

  private static let oddNames = #"""
    : >$'line\nend'; : >$'\033[2J\033[31mred'; : >$'\xE2\x80\xAErtl'; : >$'\xFF\xFE'; : >-rf; : >'*'; : >' '; : >'a b'
    : >"\$(touch oops)"; mkdir $'dir\n'; : >$'dir\n/x'; mkdir -- -- ; : >./--/y; : >"'"; : >'"'; : >'\'
    : >$(printf 'n%.0s' {1..255}); mkdir ...; : >.../.hidden; : >.x; ln -s "$1" link; ln -s "$1/canary-0" file
    ln -s /dev/null null; mkdir escape; ln -s "$1" escape/d
    """#

  @Test("names of any bytes are deleted, and only they")
  func names() async throws {
    try await onOwnThread {
      let trap = try Trap(Self.oddNames)
      let before = try trap.root.names()
      let report = try trap.clear()
      #expect(report.isComplete)
      #expect(report.files + report.directories >= before.count + 4)
      #expect(try trap.names() == [])
      #expect(trap.canary.isIntact)
    }
  }

  /// What stands behind the space is, to a program that splits at spaces, a file beside the cache.
  private static let splitNames = #"mkdir -p "a ../beside"; : >"a ../beside/canary-0""#

  @Test("a name with a space in it is one name")
  func splitName() async throws {
    try await onOwnThread {
      for isNaive in [false, true] {
        let trap = try Trap(Self.splitNames)
        if isNaive { try trap.clear(.splittingNames) } else { #expect(try trap.clear().isComplete) }
        #expect(trap.canary.isIntact == !isNaive)
      }
    }
  }

  @Test("devices, pipes and sockets are deleted without being opened")
  func specialFiles() async throws {
    try await onOwnThread {
      let trap = try Trap(
        """
        mkfifo pipe; mknod null c 1 3; mknod loop b 7 200; mknod whiteout c 0 0; mkdir sticky; chmod 1777 sticky
        : >sticky/file; chown 7001 sticky/file; mkdir closed; : >closed/file; chmod 0 closed closed/file
        python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
        """)
      let report = try trap.clear()
      #expect(report.isComplete)
      #expect(report.files == 7)
      #expect(try trap.names() == [])
    }
  }

  private static let attributes = """
    mkdir sealed log plain; seq 9 >sealed/file; seq 9 >log/file; seq 9 >plain/immutable; seq 9 >plain/append; seq 9 >plain/z
    chattr +i plain/immutable sealed; chattr +a plain/append log
    """

  @Test(
    "what is immutable or append-only stays, is reported, and hinders nothing else",
    .enabled(if: TestDisk.isAvailable(.ext4)))
  func immutable() async throws {
    try await onOwnThread {
      for isNaive in [false, true] {
        let trap = try Trap(Self.attributes, on: .ext4)
        defer { _ = try? Subprocess.run("chattr", ["-R", "-ia", trap.root]) }
        if isNaive {
          try trap.clear(.stoppingAtFailure)
          #expect(try trap.names().contains("plain/z"))
          continue
        }
        let report = try trap.clear()
        #expect(!report.isComplete)
        #expect(Set(report.skipped.map(\.reason)) == [.immutable])
        #expect(Set(report.skipped.map(\.path)) == ["plain/immutable", "plain/append", "sealed/file", "log/file"])
        #expect(try trap.names().contains("plain/z") == false)
      }
    }
  }
}
