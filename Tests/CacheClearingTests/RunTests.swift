import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Clears in progress")
struct RunTests {
  @Test("a cancelled clear ends between entries, says so, and keeps the rest")
  func cancellation() throws {
    let scene = try Scene()
    try scene.shell("mkdir $(seq 200); for d in $(seq 200); do touch $d/a $d/b $d/c; done")
    let started = Monitor<ClearingRun?>(nil)
    let disk = FaultyDisk(failing: 300, count: 0) { started.wait { $0 }?.cancel() }
    let clearer = try scene.clearer(disk: disk)
    let run = try clearer.start(scene.everything(ClearingRules(threads: 1), for: clearer))
    started.signal { $0 = run }
    let report = run.waitForReport()
    #expect(report.isCancelled && !report.isComplete)
    #expect(try scene.left().count + report.files + report.directories == 800)
    #expect(report.files > 0)
  }

  @Test("cancelling the task cancels the clear")
  func taskCancellation() async throws {
    let scene = try Scene()
    try scene.shell("mkdir $(seq 500)")
    let started = Monitor<Task<ClearingReport, any Error>?>(nil)
    let disk = AlteredDisk(beforeReading: { started.wait { $0 }?.cancel() })
    let clearer = try scene.clearer(disk: disk)
    let plan = scene.everything(for: clearer)
    let task = Task { () async throws -> ClearingReport in try await clearer.clear(plan) }
    started.signal { $0 = task }
    let report = try await task.value
    #expect(report.isCancelled)
    #expect(try scene.left().count + report.directories == 500 && report.directories == 0)
  }

  @Test("progress is told within one directory too", arguments: [true, false])
  func flatProgress(isEverything: Bool) async throws {
    let scene = try Scene()
    try scene.shell("seq 2000 | xargs touch -d 2001-01-01")
    let plan = try isEverything ? scene.everything(for: scene.clearer()) : scene.plan(.olderThan(.zero))
    let (looks, hasSeen) = (Monitor(0), Monitor(false))
    let disk = AlteredDisk(alter: { details in
      let count = looks.withLock { looks in
        looks += 1
        return looks
      }
      // Longer than progress is kept back; then it must come before the rest may go on.
      if count == 900 { DedicatedThread.pause(milliseconds: 60) }
      if count == 1900 { _ = hasSeen.wait(until: .now + .seconds(400)) { $0 ? true : nil } }
      return details
    })
    let run = try await scene.clearer(disk: disk).start(plan)
    var seen: [Int] = []
    for await progress in run.progress {
      seen.append(progress.files)
      if progress.files > 800, !progress.isFinished { hasSeen.signal { $0 = true } }
    }
    #expect(hasSeen.withLock { $0 })
    #expect(seen.last == 2000)
  }

  @Test("progress ends with the whole clear")
  func progress() async throws {
    let scene = try Scene()
    try scene.shell("mkdir a; touch a/x y")
    let clearer = try scene.clearer()
    let run = try await clearer.start(scene.everything(for: clearer))
    var last: ClearingProgress?
    for await progress in run.progress { last = progress }
    #expect(last?.isFinished == true)
    #expect(last?.files == 2 && last?.directories == 1)
    #expect(await run.report.files == 2)
  }

  @Test("two clears at a time remove everything once")
  func twoClears() throws {
    let scene = try Scene()
    try scene.shell("for d in $(seq 300); do mkdir $d; touch $d/a $d/b $d/c $d/d; done")
    let (one, other) = (try scene.clearer(), try scene.clearer())
    let runs = [try one.start(scene.everything(for: one)), try other.start(scene.everything(for: other))]
    let reports = runs.map { $0.waitForReport() }
    #expect(try scene.left() == [])
    #expect(reports.map(\.files).reduce(0, +) == 1200)
    #expect(reports.map(\.directories).reduce(0, +) == 300)
    #expect(reports.allSatisfy { $0.isComplete })
  }

  @Test("a directory that another program has locked stays, with all that is in it")
  func locks() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p locked/in free; touch locked/in/x free/y")
    let holder = try Subprocess(
      "flock", [scene.root.appending("locked"), "sh", "-c", "echo held; cat"], input: .pipe, output: .pipe)
    #expect(try holder.nextLine() != nil)
    let report = try scene.clear()
    holder.closeInput()
    _ = try holder.wait()
    #expect(report.skips == ["locked: locked"])
    #expect(try scene.left() == ["locked", "locked/in", "locked/in/x"])
  }

  @Test("where no lock can be asked for all goes; where the answer fails nothing does", arguments: [true, false])
  func lockFailures(isEverything: Bool) throws {
    for (failure, isHarmless) in [
      (.notSupported, true), (.noSystemCall, true), (.noLocks, true), (.badDescriptor, true), (.inputOutput, false),
      (.permissionDenied, false), (.tooManyFiles, false),
    ] as [(Errno, Bool)] {
      let scene = try Scene()
      try scene.shell("mkdir -p d/e; touch d/x d/e/y")
      let disk = AlteredDisk(lockFailure: failure)
      let plan = try isEverything ? scene.everything(for: scene.clearer()) : scene.plan(.entries(["d"]))
      let report = try scene.clearer(disk: disk).clear(plan)
      #expect(report.isComplete == isHarmless, "\(failure): \(report.skipped)")
      #expect(try scene.left().isEmpty == isHarmless, "\(failure)")
    }
  }

  @Test("endless re-creation ends in an answer", .timeLimit(.minutes(1)))
  func recreation() throws {
    let scene = try Scene()
    let script = """
      import os
      print("ready", flush=True)
      while True:
        for path in ("a/b/x", "a/y", "z"):
          try:
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            open(path, "w").close()
          except OSError:
            pass
      """
    let writer = try Subprocess("python3", ["-c", BytePath(script)], directory: scene.root, output: .pipe)
    #expect(try writer.nextLine() != nil)
    var files = 0
    for _ in 0..<50 { files += try scene.clear().files }
    #expect(files > 0)
    writer.send(signal: SIGKILL)
    _ = try writer.wait()
    #expect(try scene.clear().isComplete)
  }
}
