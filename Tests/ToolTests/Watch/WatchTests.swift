import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite struct WatchTests {
  @Test("it reports the scan's beginning, its end, and the number, in this order")
  func beginning() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root])
    let reports = try await watch.reports { $0.event == "usage" && $0.state != "scanning" }
    #expect(reports.first?.event == "usage")
    #expect(reports.first?.state == "scanning")
    #expect(reports.first?.path == tree.root.string)
    #expect(reports.filter { $0.event == "ready" }.count == 1)
    #expect(reports.last?.source == "live")
    let expected = try await Tool.run(["size", "--json", "--scan", tree.root]).reports()
    #expect(reports.last?.allocatedBytes == expected.first?.allocatedBytes)
    #expect(reports.last?.files == expected.first?.files)
    #expect(reports.last?.directories == expected.first?.directories)
  }

  @Test("SIGINT, SIGTERM and SIGHUP end it with 0, and its socket is gone", arguments: [SIGINT, SIGTERM, SIGHUP])
  func end(signal: Int32) async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root])
    try await watch.untilReady()
    #expect(try await watch.size([tree.root]).reports().first?.source == "live")
    let (status, _) = try await watch.end(signal)
    #expect(status == .exited(0))
    #expect(watch.process.capturedErrors.isEmpty)
    #expect(throws: Errno.noSuchFile) { try Descriptor.workingDirectory.status(of: watch.socket.bytes) }
  }

  @Test("a reader that went away ends it with 0 and without a word")
  func brokenPipe() async throws {
    let tree = try SampleTree()
    // In a shell of its own: a program that another test is just starting would hold this process's end of the pipe.
    let script: BytePath = #"""
      { "$0" watch --json --interval 1ms --socket none "$1"; echo "status $?" >&2; } | {
        while read -r line; do case $line in *ready*) break;; esac; done
        exec <&-
        echo more > "$1/a/more"
      }
      """#
    let result = try await onOwnThread { [root = tree.root] in
      try Subprocess.run("sh", ["-c", script, Tool.program, root])
    }
    #expect(result.errorText == "status 0\n")
  }

  @Test("an output that cannot be written is exit 5")
  func fullDisk() async throws {
    let tree = try SampleTree()
    let line: [BytePath] = ["watch", "--json", "--socket", "none", tree.root]
    #expect(try await Tool.run(line, output: .file("/dev/full")).status == .exited(5))
    #expect(try await Tool.run(line, output: .closed).status == .exited(5))
  }

  @Test("a root that is missing or a file is exit 3")
  func badRoot() async throws {
    let tree = try SampleTree()
    let missing = try await Tool.run(["watch", "--json", tree.path("nowhere")])
    #expect(missing.status == .exited(3))
    #expect(missing.output.isEmpty)
    #expect(missing.errorText.contains("'\(tree.path("nowhere"))'"))
    let file = try await Tool.run(["watch", "--json", tree.path("a/large")])
    #expect(file.status == .exited(3))
  }

  @Test("changes are held back until the interval is over")
  func interval() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root], ["--interval", "1h"])
    try await watch.reports { $0.event == "usage" && $0.state != "scanning" }
    try await tree.run("echo more > a/more")
    let before = try await Tool.run(["size", "--json", "--scan", tree.root]).reports().first?.files
    let answer = try #require(try await watch.size([tree.root]).reports().first)
    #expect(answer.files == before)
    #expect(answer.source == "live")
    let (status, rest) = try await watch.end()
    #expect(status == .exited(0))
    #expect(rest == [])
  }

  @Test("with a depth each directory is reported, and one that goes is reported as gone")
  func depth() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root], ["-d", "1", "--interval", "1ms"])
    try await watch.untilReady()
    let reports = try await watch.reports { $0.path == tree.root.string && $0.event == "usage" }
    #expect(reports.contains { $0.path == tree.path("a").string })
    #expect(!reports.contains { $0.path == tree.path("a/b").string })
    try await tree.run("rm -r d")
    let later = try await watch.reports { $0.path == tree.path("d").string && $0.state == "gone" }
    #expect(later.last?.allocatedBytes == 0)
    #expect(try await watch.end().status == .exited(0))
  }

  @Test("a root that goes is gone, and is tracked again when it comes back")
  func lifeOfRoot() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root], ["--interval", "1ms"])
    try await watch.untilReady()
    let root = tree.root
    try await onOwnThread { _ = try Subprocess.output(of: "rm", ["-r", root]) }
    let gone = try await watch.reports { $0.state == "gone" }
    #expect(gone.contains { $0.event == "gone" && $0.message != nil })
    try await onOwnThread { _ = try Subprocess.output(of: "mkdir", [root]) }
    let back = try await watch.reports {
      $0.event == "usage" && $0.directories == 1 && ["live", "settling"].contains($0.state)
    }
    #expect(back.contains { $0.event == "reattached" })
    #expect(try await watch.end().status == .exited(0))
  }

  @Test("people get a line with time, size, state and path")
  func lines() async throws {
    let tree = try SampleTree()
    let size = try await Tool.run(["size", tree.root]).text.split(separator: "\t")[0]
    let root = tree.root
    let lines = try await onOwnThread {
      let process = try Subprocess(
        Tool.program, ["watch", "--socket", "none", root], environment: ["TZ": "UTC"], output: .pipe)
      var lines: [[UInt8]?] = []
      repeat {
        lines.append(try process.nextLine())
      } while lines.last??.contains(Array("scanning".utf8)) == true
      process.send(signal: SIGTERM)
      _ = try process.wait()
      return lines.compactMap { $0.map { String(decoding: $0, as: UTF8.self) } }
    }
    let first = try #require(lines.first?.split(separator: "\t"))
    #expect(first[0].wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000/) != nil)
    // How far the scan has come by then is its own affair.
    #expect(UInt64(first[1]) != nil)
    #expect(first.dropFirst(2) == ["scanning", root.string[...]])
    let second = try #require(lines.last?.split(separator: "\t"))
    #expect(second[1] == size)
    #expect(second[3] == root.string)
  }

  @Test("without a path it is the user's cache directory", arguments: [true, false])
  func cacheDirectory(hasVariable: Bool) async throws {
    let home = try TemporaryDirectory()
    try await onOwnThread { _ = try Subprocess.output(of: "mkdir", ["xdg", ".cache"], directory: home.path) }
    let cache = home.path(hasVariable ? "xdg" : ".cache")
    let watch = try RunningWatch(
      [], environment: ["HOME": home.path.string, "XDG_CACHE_HOME": hasVariable ? cache.string : "relative"])
    #expect(try await watch.next()?.path == cache.string)
    #expect(try await watch.end().status == .exited(0))
  }
}
