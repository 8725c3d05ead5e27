import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("What a clear says that it freed")
struct AccountingTests {
  private static let tree = """
    mkdir -p a/b c d keep; head -c 300000 /dev/zero >a/x; truncate -s 1G a/sparse; echo end >>a/sparse
    ln a/x c/one; ln a/x c/two; ln a/x keep/three; head -c 70000 /dev/zero >c/y; ln c/y d/z; ln -s target a/link
    head -c 90000 /dev/zero >../outside; ln ../outside d/in; ln ../outside d/again
    for i in $(seq 500); do echo $i >d/file-with-a-long-name-so-that-the-directory-grows-$i; done; sync
    """

  @Test("with the bytes that keep a name elsewhere it is what du loses", arguments: [nil, ["keep"]] as [[String]?])
  func diskUsage(protecting: [String]?) throws {
    let scene = try Scene()
    try scene.shell(Self.tree)
    let before = try scene.diskUsage()
    let report = try scene.clear(ClearingRules(protecting: protecting ?? []))
    let after = try scene.diskUsage()
    #expect(report.freedBytes + (report.stillLinkedBytes ?? 0) == before - after)
    #expect(report.stillLinkedBytes == 90112)
  }

  @Test("it is what the file system gets back", .enabled(if: TestDisk.isAvailable(.ext4)))
  func freeSpace() throws {
    try TestDisk.use(.ext4) { disk in
      let scene = try Scene(in: disk)
      try scene.shell(Self.tree)
      let (used, free) = (try scene.diskUsage(), try FileSystemSpace(of: disk).freeBytes)
      let report = try scene.clear()
      try scene.shell("sync; sync")
      // The root keeps the blocks that it has.
      let freeNow = try FileSystemSpace(of: disk).freeBytes
      #expect(report.freedBytes == freeNow - free)
      let usedNow = try scene.diskUsage()
      #expect(report.freedBytes + (report.stillLinkedBytes ?? 0) == used - usedNow)
    }
  }

  @Test("a name in a locked directory is a name inside")
  func lockedName() throws {
    let scene = try Scene()
    try scene.shell("mkdir d; head -c 5000 /dev/zero >x; ln x d/y")
    let lock = try Descriptor.open(scene.root.appending("d").bytes, [.directory])
    defer { lock.close() }
    #expect(flock(lock.rawValue, LOCK_SH) == 0)
    let report = try scene.clear()
    #expect(report.skips == ["d: locked"])
    #expect(report.stillLinkedBytes == 0)
  }

  @Test("what keeps a name is not known after a cancel, and a cancel that comes then is too late")
  func cancelledSurvey() throws {
    let scene = try Scene()
    try scene.shell("head -c 5000 /dev/zero >x; ln x ../x")
    let (reads, run) = (Monitor(0), Monitor<ClearingRun?>(nil))
    let disk = AlteredDisk(beforeReading: {
      let count = reads.withLock { count in
        count += 1
        return count
      }
      // The root four times, for it is listed again, and then the survey.
      if count == 5 { run.wait { $0 }?.cancel() }
    })
    let clearer = try scene.clearer(disk: disk)
    let started = try clearer.start(scene.everything(ClearingRules(threads: 1), for: clearer))
    run.signal { $0 = started }
    let report = started.waitForReport()
    #expect(report.files == 1 && report.isComplete, "\(report), \(reads.withLock { $0 }) reads")
    #expect(report.stillLinkedBytes == nil)
  }

  @Test("what open files hold is not known to who may not look at all processes")
  func heldByOthers() async {
    await #expect(processExitsWith: .success) {
      let scene = try Scene()
      try scene.shell("touch x; chown -R 65534 ..")
      try OwnProcess.become(user: 65_534)
      #expect(HeldFiles(below: scene.root) == nil)
      let report = try scene.clear()
      #expect(report.files == 1 && report.heldBytes == nil)
    }
  }

  @Test("what an open file holds is told apart, and what another held before is not counted")
  func held() throws {
    let scene = try Scene()
    try scene.shell("head -c 8192 /dev/zero >before; head -c 40960 /dev/zero >open; touch other")
    let script = "exec 3<before 4<open; rm before; echo ready; cat"
    let holder = try Subprocess("sh", ["-c", BytePath(script)], directory: scene.root, input: .pipe, output: .pipe)
    #expect(try holder.nextLine() != nil)
    let report = try scene.clear()
    holder.closeInput()
    _ = try holder.wait()
    #expect(report.heldBytes == 40960)
    #expect(report.freedBytes == 40960)
  }
}
