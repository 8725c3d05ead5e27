import SystemCalls
import TestSupport
import Testing

@Suite struct HelpTests {
  @Test("the version is one line")
  func version() async throws {
    let result = try await Tool.run(["--version"])
    #expect(result.status == .exited(0))
    #expect(result.text == "cachewatch 0.1.0\n")
    #expect(result.errors.isEmpty)
  }

  @Test(
    "help is on standard output and fits into 80 columns", arguments: ["", "watch", "size", "clear", "doctor", "help"])
  func width(command: String) async throws {
    let result = try await Tool.run(command.isEmpty ? ["--help"] : [BytePath(command), "--help"])
    #expect(result.status == .exited(0))
    #expect(result.errors.isEmpty)
    #expect(result.text.hasPrefix("Usage:"))
    #expect(result.lines.filter { $0.count > 80 } == [])
  }

  @Test("help with a command's name is that command's help", arguments: ["watch", "size", "clear", "doctor"])
  func named(command: BytePath) async throws {
    let named = try await Tool.run(["help", command])
    let option = try await Tool.run([command, "--help"])
    #expect(named.status == .exited(0))
    #expect(named.output == option.output)
  }

  @Test(
    "help explains every option that a command takes",
    arguments: [
      (
        "size",
        [
          "-A, --apparent-size", "-B, --block-size SIZE", "-b, --bytes", "-h, --human-readable", "--si",
          "-x, --one-file-system", "-d, --max-depth N|all", "--exclude GLOB", "--json", "-0, --null", "--color",
          "-q, --quiet", "-v, --verbose", "-a, --all", "-c, --total", "--top N", "--sort", "--scan",
          "--socket PATH|none", "--settle", "--verify", "--fail-over SIZE",
        ]
      ),
      (
        "watch",
        [
          "--interval DURATION", "--plain", "--socket PATH|none", "--audit DURATION|off", "--audit-budget N%",
          "--max-watches N|N%", "-d, --max-depth N|all", "--json",
        ]
      ),
      (
        "clear",
        [
          "--all", "--older-than DURATION", "--to-size SIZE", "--min-free SIZE|N%", "--age-by WORD",
          "--min-age DURATION",
          "--protect GLOB", "--exclude GLOB", "--skip-hidden", "--itself", "--prune-empty", "--aside", "-n, --dry-run",
          "-y, --yes", "--force", "-B, --block-size SIZE", "-h, --human-readable", "-0, --null", "--json",
        ]
      ),
      ("doctor", ["--json", "--min-free SIZE|N%"]),
    ])
  func options(command: String, options: [String]) async throws {
    let text = try await Tool.run(["help", BytePath(command)]).text
    #expect(options.filter { !text.contains($0) } == [])
  }

  @Test(
    "an output that cannot be written is exit 5",
    arguments: [
      ["--help"], ["--version"], ["help", "size"], ["size", "HERE"], ["size", "--json", "HERE"], ["doctor", "HERE"],
    ])
  func fullDisk(line: [String]) async throws {
    let directory = try TemporaryDirectory()
    let line = line.map { $0 == "HERE" ? directory.path : BytePath($0) }
    let full = try await Tool.run(line, output: .file("/dev/full"))
    #expect(full.status == .exited(5))
    #expect(full.errorText.contains("cannot write to standard output: no space left on device"))
    let closed = try await Tool.run(line, output: .closed)
    #expect(closed.status == .exited(5))
    #expect(closed.errorText.contains("cannot write to standard output: bad file descriptor"))
  }

  @Test("a closed error output does not change what is done")
  func closedErrors() async throws {
    let result = try await Tool.run(["size", "/nowhere/at/all"], errors: .closed)
    #expect(result.status == .exited(3))
    #expect(result.output.isEmpty)
  }
}
