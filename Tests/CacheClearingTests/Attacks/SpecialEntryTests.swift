import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Entries that are no ordinary files", .serialized, .enabled(if: geteuid() == 0))
struct SpecialEntryTests {
  private static let sockets = "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"socket\")'"

  @Test("devices, pipes and sockets are deleted without being opened")
  func specialFiles() async throws {
    try await onOwnThread {
      let trap = try Trap(
        """
        mkfifo pipe; mknod null c 1 3; mknod loop b 7 200; mknod whiteout c 0 0; mkdir sticky; chmod 1777 sticky
        : >sticky/file; chown 7001 sticky/file; mkdir closed; : >closed/file; chmod 0 closed closed/file
        \(Self.sockets)
        """)
      let names: [BytePath] = ["pipe", "null", "loop", "whiteout", "socket", "sticky/file", "closed/file"]
      let watch = try OpenWatch(names.map { trap.root.appending($0) })
      let report = try trap.clear()
      #expect(watch.count() == 0)
      #expect(report.isComplete)
      #expect(report.files == 7)
      #expect(try trap.names() == [])
      #expect(trap.canary.isIntact)
    }
  }

  @Test("sockets, and devices that are not there, are left by a naive deleter that opens what it deletes")
  func naiveSocket() async throws {
    try await onOwnThread {
      let trap = try Trap("mknod null c 1 3; mknod whiteout c 0 0; : >file; \(Self.sockets)")
      let watch = try OpenWatch([trap.root.appending("null"), trap.root.appending("file")])
      try trap.clear(.openingFiles)
      #expect(watch.count() == 2)
      #expect(try trap.names() == ["socket", "whiteout"])
    }
  }

  @Test("a pipe keeps a naive deleter waiting that opens what it deletes")
  func naivePipe() async throws {
    try await onOwnThread {
      let trap = try Trap("mkfifo pipe")
      let isDone = Monitor(false)
      try DedicatedThread.start(named: "waiting") {
        try? trap.clear(.openingFiles)
        isDone.signal { $0 = true }
      }
      // Without waiting, a pipe can be opened for writing only while someone wants to read it.
      let pipe = trap.root.appending("pipe").string
      var writer: Int32 = -1
      while writer < 0, !isDone.withLock({ $0 }) {
        writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        sched_yield()
      }
      #expect(writer >= 0)
      // Nobody else would have let it go on.
      if writer >= 0 { close(writer) }
      _ = isDone.wait { $0 ? true : nil }
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
        #expect(trap.canary.isIntact)
      }
    }
  }

  @Test("what others have put into a sticky directory stays, is reported, and hinders nothing else")
  func sticky() async throws {
    let scene = try Scene()
    try scene.shell(
      "mkdir -m 1777 shared; touch shared/a-theirs shared/own shared/z; chmod 755 ..; chown 7001 . shared/own shared/z")
    await #expect(processExitsWith: .success) { [root = scene.root as BytePath] in
      try OwnProcess.become(user: AttackScene.attacker)
      let clearer = try CacheClearer(root: root, allowing: .all)
      let report = try await clearer.clear(try await clearer.plan(.everything))
      #expect(report.skips == ["shared/a-theirs: not-permitted"])
      #expect(report.files == 2)
      #expect(!report.isComplete)
      // Of the same directory, one who does not mind failures says that it is done.
      #expect(try CarelessDeleter.passingOverFailures.clear(root, on: KernelClearingDisk()) == .done)
    }
    #expect(try scene.left() == ["shared", "shared/a-theirs"])
    try scene.expectCanaryUntouched()
  }
}
