import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite struct SizeExitTests {
  @Test("a missing path is exit 3, and the others are still done")
  func missing() async throws {
    let tree = try SampleTree()
    let result = try await Tool.run(["size", tree.path("nowhere"), tree.root, ""])
    #expect(result.status == .exited(3))
    #expect(result.output == (try await tree.du(["-s"])))
    #expect(
      result.errorText == """
        cachewatch: cannot measure '\(tree.path("nowhere"))': no such file or directory
        cachewatch: cannot measure '': no such file or directory

        """)
  }

  @Test("an unreadable directory is exit 1, is named, and the number is printed all the same")
  func unreadable() async throws {
    let tree = try SampleTree()
    try await tree.run("chmod 0 a/b; chmod 755 ../")
    try Unprivileged.own(tree.root)
    let root = tree.root
    let result = try await Tool.runUnprivileged(["size", root])
    let expected = try await onOwnThread {
      try Subprocess.run(Unprivileged.program, Unprivileged.arguments + ["du", "-s", "-B1", root])
    }
    #expect(result.status == .exited(1))
    #expect(result.output == expected.output)
    #expect(result.errorText == "cachewatch: cannot read directory '\(tree.path("a/b"))': permission denied\n")
    let quiet = try await Tool.runUnprivileged(["size", "-q", root])
    #expect(quiet.status == .exited(1))
    #expect(quiet.errors.isEmpty)
    let json = try await Tool.runUnprivileged(["size", "-q", "--json", root])
    #expect(try json.reports().first?.state == "degraded")
    #expect(try json.reports().first?.reasons == ["unreadable"])
  }

  @Test("--fail-over is exit 4 above the limit and 0 at it")
  func failOver() async throws {
    let tree = try SampleTree()
    let size = try await Tool.run(["size", tree.root]).text.split(separator: "\t")[0]
    let over = try await Tool.run(["size", "--fail-over", BytePath("\((UInt64(size) ?? 0) - 1)"), tree.root])
    #expect(over.status == .exited(4))
    #expect(over.output == (try await tree.du(["-s"])))
    let atLimit = try await Tool.run(["size", "--fail-over", BytePath(String(size)), tree.root])
    #expect(atLimit.status == .exited(0))
  }

  @Test("a missing path outweighs the limit, and output that cannot be written outweighs both")
  func precedence() async throws {
    let tree = try SampleTree()
    let line: [BytePath] = ["size", "--fail-over", "1", tree.root, tree.path("nowhere")]
    #expect(try await Tool.run(line).status == .exited(3))
    #expect(try await Tool.run(line, output: .file("/dev/full")).status == .exited(5))
  }

  @Test("Ctrl-C ends it with 130")
  func interrupted() async throws {
    let tree = try SampleTree()
    // More than a pipe and the tool's own buffer hold: it stands still in the middle of its output.
    try await tree.run("for n in $(seq 4000); do : > a/a-file-whose-name-is-long-enough-to-fill-a-pipe-$n; done")
    let root = tree.root
    let status = try await onOwnThread {
      let process = try Subprocess(Tool.program, ["size", "-a", root], output: .pipe)
      _ = try process.nextLine()
      process.send(signal: SIGINT)
      return try process.wait()
    }
    #expect(status == .exited(130))
  }

  @Test("a reader that went away is exit 5 without a word")
  func brokenPipe() async throws {
    let tree = try SampleTree()
    try await tree.run("for n in $(seq 4000); do : > a/a-file-whose-name-is-long-enough-to-fill-a-pipe-$n; done")
    let root = tree.root
    let (status, errors) = try await onOwnThread {
      let process = try Subprocess(Tool.program, ["size", "-a", root], output: .pipe)
      _ = try process.nextLine()
      process.closeOutput()
      return (try process.wait(), process.capturedErrors)
    }
    #expect(status == .exited(5))
    #expect(errors.isEmpty)
  }
}
