import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

/// A root on a file system whose server does not answer for a while.
@Suite("Roots that cannot be reached", .enabled(if: TestDisk.isAvailable(.fuse)))
struct SlowRootTests {
  @Test("tasks go on while clears and previews wait for the way to their root", .timeLimit(.minutes(5)))
  func waiting() async throws {
    let disk = try TestDisk(.tmpfs)
    let (top, real) = (disk.root.appending("mount"), disk.root.appending("real"))
    try Subprocess.output(of: "sh", ["-ec", "mkdir mount real real/cache; touch real/cache/x"], directory: disk.root)
    let server = try Subprocess("bindfs", ["-f", "-o", "attr_timeout=0,entry_timeout=0", real, top])
    defer { _ = try? Subprocess.run("umount", ["-l", top]) }
    try Subprocess.output(of: "sh", ["-c", "until mountpoint -q \"$1\"; do :; done", "sh", top])
    let root = try PinnedRoot.open(top.appending("cache"), allowing: [.notACache, .mountRoot])
    let clearer = CacheClearer(root)
    let plan = try await clearer.plan(.everything)

    server.send(signal: SIGSTOP)
    let isTaskRun = Monitor<Bool>(false)
    let isPatient = Monitor<Bool?>(nil)
    try DedicatedThread.start(named: "test-patience") {
      // However the tasks fare, the server goes on.
      let isInTime = isTaskRun.wait(until: .now + .seconds(120)) { $0 ? true : nil } == true
      server.send(signal: SIGCONT)
      isPatient.signal { $0 = isInTime }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      // More than there are threads for tasks.
      for number in 0..<64 {
        group.addTask {
          if number % 2 == 0 { _ = try await clearer.clear(plan) } else { _ = try await clearer.preview(plan) }
        }
      }
      group.addTask { isTaskRun.signal { $0 = true } }
      try await group.waitForAll()
    }
    #expect(try await onOwnThread { isPatient.wait { $0 } } == true)
  }
}
