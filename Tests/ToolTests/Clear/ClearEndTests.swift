import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite struct ClearEndTests {
  @Test(
    "what cannot be deleted is said with its reason, the rest goes, and that is exit 1", .enabled(if: geteuid() == 0))
  func partial() async throws {
    let place = try CachePlace(
      "mkdir -p a/mounted b; seq 9 >a/file; seq 9 >b/file; mount -t tmpfs tmpfs a/mounted; seq 9 >a/mounted/file")
    defer { _ = try? Subprocess.run("umount", ["-l", place.cache.appending("a/mounted")]) }
    let result = try await place.clear()
    #expect(result.status == .exited(1))
    #expect(
      result.errorText.contains("skipped '\(place.cache)/a/mounted': something is mounted there"), "\(result.errorText)"
    )
    #expect(try place.names() == ["a", "a/mounted", "a/mounted/file"])
    let lines = try await place.clear("--json").clearLines()
    #expect(lines.map(\.event) == ["skipped", "cleared"])
    #expect(lines.first?.path == "\(place.cache)/a/mounted")
    #expect(lines.first?.reason == "mount")
    #expect(lines.last?.complete == false)
    let quiet = try await place.clear("-q")
    #expect(quiet.status == .exited(1))
    #expect(quiet.errors.isEmpty)
  }

  @Test("what a selection has to leave is said once, by the dry run and by the clear")
  func saidOnce() async throws {
    let place = try CachePlace(
      "mkdir locked; for f in locked/file old; do seq 9 >$f; touch -a -m -d '3 days ago' $f; done")
    let options: [BytePath] = ["clear", "--force", "--older-than", "1d", "--min-age", "0s", "--json", place.cache]
    let (plan, cleared) = try await onOwnThread {
      let holder = try Subprocess(
        "flock", [place.cache.appending("locked"), "sh", "-c", "echo held; cat"], input: .pipe, output: .pipe)
      #expect(try holder.nextLine() != nil)
      defer { holder.closeInput() }
      return (try Subprocess.run(Tool.program, options + ["-n"]), try Subprocess.run(Tool.program, options + ["-y"]))
    }
    #expect(try plan.clearLines().map(\.event) == ["candidate", "skipped", "plan"])
    #expect(try cleared.clearLines().map(\.event) == ["skipped", "cleared"])
    #expect(try cleared.clearLines().first?.path == "\(place.cache)/locked")
    #expect(plan.status == .exited(1) && cleared.status == .exited(1))
  }

  @Test("an interrupted clear ends early, reports, and is exit 130")
  func interrupted() async throws {
    let place = try CachePlace("for d in $(seq 60); do mkdir $d; (cd $d; seq 700 | xargs touch); done")
    let cache = place.cache
    let (status, output) = try await onOwnThread {
      let process = try Subprocess(Tool.program, ["clear", "--force", "-y", "--json", cache])
      // It has begun when something is missing.
      let tops = (1...60).map { cache.appending(BytePath("\($0)/700")) }
      while tops.allSatisfy({ (try? Descriptor.workingDirectory.status(of: $0.bytes)) != nil }) { sched_yield() }
      process.send(signal: SIGINT)
      return (try process.wait(), String(decoding: process.capturedOutput, as: UTF8.self))
    }
    #expect(status == .exited(130))
    #expect(output.contains(#""event":"cleared""#), "\(output)")
    #expect(output.contains(#""complete":false"#), "\(output)")
    #expect(try place.names().isEmpty == false)
    #expect(try await place.clear().status == .exited(0))
    #expect(try place.names() == [])
  }

  @Test(
    "an interruption that comes when all of a path is gone is not lost: the next path stays",
    .enabled(if: InstalledProgram.areAvailable("python3")))
  func interruptedAtTheEnd() async throws {
    let (first, next) = (try CachePlace(), try CachePlace())
    let names = try next.names()
    // So many open files that reading which of them hold something takes a while: there the signal arrives.
    let script: BytePath = """
      import os, resource, sys
      limit = min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
      resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
      file = os.open("/dev/null", os.O_RDONLY)
      for _ in range(limit - 16): os.dup(file)
      # Children have them too, until this pipe closes.
      end, own = os.pipe()
      for _ in range(160000 // limit):
        if os.fork() == 0:
          os.close(own)
          os.read(end, 1)
          os._exit(0)
      print("ready", flush=True)
      sys.stdin.read()
      """
    let (status, output) = try await onOwnThread {
      let opener = try Subprocess("python3", ["-c", script], input: .pipe, output: .pipe)
      #expect(try opener.nextLine() != nil)
      defer { opener.closeInput() }
      let process = try Subprocess(Tool.program, ["clear", "--force", "-y", "--json", first.cache, next.cache])
      while try !first.cache.names().isEmpty { sched_yield() }
      process.send(signal: SIGINT)
      return (try process.wait(), String(decoding: process.capturedOutput, as: UTF8.self))
    }
    #expect(status == .exited(130))
    #expect(output.contains(#""event":"cleared","path":"\#(first.cache)""#), "\(output)")
    #expect(!output.contains(next.cache.string), "\(output)")
    #expect(try next.names() == names)
  }

  @Test("an output that cannot be written is exit 5")
  func fullOutput() async throws {
    let place = try CachePlace()
    let result = try await Tool.run(["clear", "--force", "-y", place.cache], output: .file("/dev/full"))
    #expect(result.status == .exited(5))
    #expect(try place.names() == [])
  }

  @Test("a user without the right to delete says so", .enabled(if: geteuid() == 0))
  func unprivileged() async throws {
    let place = try CachePlace("mkdir own; seq 9 >own/file; seq 9 >closed; chown -R 65534 own; chmod 755 ..")
    let result = try await Tool.runUnprivileged(["clear", "--force", "-y", place.cache])
    #expect(result.status == .exited(1))
    #expect(result.errorText.contains("skipped '\(place.cache)/closed': it may not be deleted: permission denied"))
    #expect(try place.names() == ["closed", "own"])
  }
}
