import SystemCalls
import TestSupport
import Testing

/// Free space belongs to a file system, on which several paths can lie.
@Suite(.enabled(if: TestDisk.isAvailable(.tmpfs))) struct ClearGoalTests {
  private static let files = 16
  private static let size: UInt64 = 1 << 20

  /// Runs `clear` on two directories of one small file system, each with the same old files.
  private func clear(
    missing bytes: UInt64, _ options: BytePath..., onTerminal answer: String? = nil
  ) async throws -> (result: Subprocess.Result, left: [Int], paths: [BytePath]) {
    let disk = try TestDisk(.tmpfs, megabytes: 64)
    let script: BytePath = """
      mkdir a b; for d in a b; do for n in $(seq 16); do
        head -c 1M /dev/zero >$d/$n; touch -a -m -d "$n days ago" $d/$n
      done; done
      """
    try Subprocess.output(of: "sh", ["-ec", script], directory: disk.root)
    let goal = try FileSystemSpace(of: disk.root).freeBytes + bytes
    let paths: [BytePath] = ["a", "b"].map { disk.root.appending($0) }
    let arguments =
      ["clear", "--force", "--min-age", "0s", "--min-free", BytePath("\(goal)")] + options + paths
    let result = try await onOwnThread {
      guard let answer else { return try Subprocess.run(Tool.program, arguments) }
      let words = ([Tool.program] + arguments).map { "'" + $0.string + "'" }.joined(separator: " ")
      return try Subprocess.run(
        "sh", ["-c", "printf '%s\\n' \"$2\" | script -qec \"$1\" /dev/null", "sh", BytePath(words), BytePath(answer)],
        environment: ["TERM": "dumb"])
    }
    return (result, try paths.map { try $0.names().count }, paths)
  }

  @Test("several paths on one file system free together what is asked for, and not each of them")
  func together() async throws {
    let (result, left, _) = try await clear(missing: 4 * Self.size, "-y", "--json")
    #expect(result.status == .exited(0))
    #expect(left == [12, 16])
    #expect(try result.clearLines().map(\.files) == [4, 0])
  }

  @Test("what the first path cannot free the next one does, and nothing is missed then", arguments: [true, false])
  func shared(isDryRun: Bool) async throws {
    let (result, left, _) = try await clear(missing: 20 * Self.size, isDryRun ? "-n" : "-y", "--json")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(left == (isDryRun ? [16, 16] : [0, 12]))
    let sums = try result.clearLines().filter { $0.event != "candidate" }
    #expect(sums.map(\.files) == [16, 4])
    #expect(sums.map(\.shortfall_bytes) == [4 * Self.size, 0])
  }

  @Test("what all of them cannot free is missed", arguments: ["-n", "-y"] as [BytePath])
  func missed(option: BytePath) async throws {
    let (result, _, _) = try await clear(missing: 40 * Self.size, option, "--json")
    #expect(result.status == .exited(1))
    #expect(try result.clearLines().last?.shortfall_bytes == 8 * Self.size)
  }

  @Test("a dry run for several paths says what the clear then does")
  func dryRun() async throws {
    let (result, left, _) = try await clear(missing: 4 * Self.size, "-n", "--json")
    #expect(left == [16, 16])
    #expect(try result.clearLines().filter { $0.event == "plan" }.map(\.files) == [4, 0])
  }

  @Test("a yes deletes for several paths what the question said")
  func question() async throws {
    let (result, left, paths) = try await clear(missing: 4 * Self.size, onTerminal: "y")
    #expect(result.text.contains("clear '\(paths[0])': 4 files, "), "\(result.text)")
    #expect(result.text.contains("clear '\(paths[1])': 0 files, "), "\(result.text)")
    #expect(left == [12, 16])
  }
}
