import SystemCalls
import TestSupport
import Testing

@Suite struct CommandLineTests {
  @Test(
    "a command line that makes no sense is refused with a reason, and nothing is printed for programs",
    arguments: [
      (["size"], "a PATH is missing"),
      (["size", "--nonsense", "."], "there is no option '--nonsense'"),
      (["size", "-Q", "."], "there is no option '-Q'"),
      (["size", "--s", "."], "'--s' could be --si, --sort, --scan, --settle, --socket"),
      (["size", "--interval", "1s", "."], "'--interval' is an option of 'watch'"),
      (["size", "--json=yes", "."], "'--json' takes no argument"),
      (["size", ".", "-d"], "'--max-depth' needs N|all"),
      (["size", "-d", "x", "."], "'x' is no argument for '--max-depth'"),
      (["size", "-d", "-1", "."], "'-1' is no argument for '--max-depth'"),
      (["size", "-B", "10Q", "."], "'10Q' is not a size"),
      (["size", "-B", "0", "."], "'0' is not a size"),
      (["size", "--fail-over", "much", "."], "'much' is not a size"),
      (["size", "--top", "0", "."], "'0' is no argument for '--top'"),
      (["size", "--sort", "color", "."], "it needs size, name, files"),
      (["size", "--color", "maybe", "."], "it needs auto, always, never"),
      (["size", "--exclude", "", "."], "it needs a pattern"),
      (["size", "--socket", "", "."], "it needs a path, or none"),
      (["watch", "--interval", "5", "."], "it needs a number with a unit"),
      (["watch", "--interval", "0s", "."], "'0s' is no argument for '--interval'"),
      (["watch", "--audit", "often", "."], "'often' is no argument for '--audit'"),
      (["watch", "--audit-budget", "5", "."], "from 1% to 100%"),
      (["watch", "--max-watches", "0", "."], "'0' is no argument for '--max-watches'"),
      (["watch", "--max-watches", "101%", "."], "from 1% to 100%"),
      (["doctor", "--min-free", "all", "."], "'all' is not a size"),
      (["help", "nothing"], "there is no command 'nothing'"),
      (["clear"], "a PATH is missing"),
      (["completions"], "'completions' is not part of this version"),
      (["manual"], "'manual' is not part of this version"),
    ])
  func refused(line: [String], reason: String) async throws {
    let result = try await Tool.run(line.map { BytePath($0) })
    #expect(result.status == .exited(2))
    #expect(result.output.isEmpty)
    #expect(result.errorText.hasPrefix("cachewatch: "))
    #expect(result.errorText.contains(reason), "\(result.errorText)")
  }

  @Test("control characters in a wrong option never reach the terminal raw")
  func controlCharacters() async throws {
    let result = try await Tool.run(["size", BytePath(bytes: Array("--\u{1B}[31m\n".utf8) + [0xFF])])
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains(#"'--\x1B[31m\n\xFF'"#), "\(result.errorText)")
  }

  @Test("options may follow operands, and two dashes end them")
  func order() async throws {
    let directory = try TemporaryDirectory()
    try await onOwnThread { _ = try Subprocess.output(of: "mkdir", ["--", "-x", "a"], directory: directory.path) }
    let result = try await Tool.run(["size", "a", "-B1", "--", "-x", "a"], directory: directory.path)
    #expect(result.status == .exited(0))
    #expect(result.lines.map { $0.split(separator: "\t").last } == ["a", "-x", "a"])
  }

  @Test("POSIXLY_CORRECT does not change what a command line means")
  func posix() async throws {
    let directory = try TemporaryDirectory()
    let result = try await Tool.run(
      ["size", ".", "--json"], environment: ["POSIXLY_CORRECT": "1"], directory: directory.path)
    #expect(result.status == .exited(0))
    #expect(try result.reports().count == 1)
  }

  @Test("the last of a repeated option wins")
  func repetition() async throws {
    let tree = try SampleTree()
    let expected = try await Tool.run(["size", "-B1", tree.root])
    let result = try await Tool.run(["size", "-h", "-BK", "-d", "all", "-d0", "-B1", tree.root])
    #expect(result.output == expected.output)
  }

  @Test("only the first argument can be a command")
  func commandWord() async throws {
    let directory = try TemporaryDirectory()
    let result = try await Tool.run(["--json", "size"], directory: directory.path)
    // It is a path to watch, and it is missing.
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("'size'"), "\(result.errorText)")
  }
}
