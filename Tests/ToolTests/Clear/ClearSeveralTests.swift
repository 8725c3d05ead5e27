import SystemCalls
import TestSupport
import Testing

@Suite(.enabled(if: TestDisk.isAvailable(.tmpfs))) struct ClearSeveralTests {
  @Test("paths on several file systems are reported in the order in which they were given")
  func order() async throws {
    let disks = try (0..<3).map { _ in try TestDisk(.tmpfs, megabytes: 16) }
    // The file systems take turns.
    let paths = (0..<9).map { disks[$0 % 3].root.appending(BytePath("cache-\($0)")) }
    for (index, path) in paths.enumerated() {
      let script: BytePath = "mkdir \"$1\"; cd \"$1\"; seq \"$2\" | xargs touch"
      try Subprocess.output(of: "sh", ["-ec", script, "sh", path, BytePath("\(index + 1)")])
    }
    // What shares an inode with another path goes after it, and only the last name frees it.
    try Subprocess.output(
      of: "sh", ["-ec", "head -c 100000 /dev/zero >\"$1/1\"; ln -f \"$1/1\" \"$2/1\"", "sh", paths[0], paths[3]])
    let result = try await Tool.run(["clear", "--force", "--yes", "--json"] + paths)
    #expect(result.status == .exited(0), "\(result.errorText)")
    let lines = try result.clearLines()
    #expect(lines.map(\.path) == paths.map(\.string))
    #expect(lines.map(\.files) == Array(1...9))
    #expect(lines[0].freed_bytes == 0 && lines[3].freed_bytes == 102_400)
  }
}
