import SystemCalls
import TestSupport
import Testing

/// Several file systems may share what is free.
@Suite struct ClearPoolTests {
  /// Runs `clear` on two directories with the same old files, after which 3.5 MiB more are to be free.
  private func clear(
    _ paths: [BytePath], _ options: BytePath...
  ) async throws -> (result: Subprocess.Result, left: [Int]) {
    let script: BytePath = """
      for d; do
        mkdir -p "$d"
        for n in $(seq 16); do head -c 1M /dev/zero >"$d/$n"; touch -a -m -d "$n days ago" "$d/$n"; done
        sync -f "$d"
      done
      """
    try Subprocess.output(of: "sh", ["-ec", script, "sh"] + paths)
    let goal = try FileSystemSpace(of: paths[0]).freeBytes + 7 << 19
    let result = try await Tool.run(
      ["clear", "--force", "--min-age", "0s", "--json", "--min-free", BytePath("\(goal)")] + options + paths)
    return (result, try paths.map { try $0.names().count })
  }

  @Test(
    "subvolumes free together what is asked for, and not each of them",
    .enabled(if: TestDisk.isAvailable(.btrfs)), arguments: [true, false])
  func subvolumes(isDryRun: Bool) async throws {
    let disk = try TestDisk(.btrfs)
    let paths = ["a", "b"].map { disk.root.appending($0) }
    for path in paths { try Subprocess.output(of: "btrfs", ["subvolume", "create", path]) }
    let (result, left) = try await clear(paths.map { $0.appending("cache") }, isDryRun ? "-n" : "-y")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(left == (isDryRun ? [16, 16] : [12, 16]))
    #expect(try result.clearLines().filter { $0.event != "candidate" }.map(\.files) == [4, 0])
  }

  @Test(
    "an overlay and what its layers lie on free together what is asked for",
    .enabled(if: TestDisk.isAvailable(.overlay)), arguments: [true, false])
  func overlay(isDryRun: Bool) async throws {
    let disk = try TestDisk(.overlay)
    let beneath = BytePath("\(disk.upperLayer)/../cache")
    let (result, left) = try await clear([disk.root.appending("cache"), beneath], isDryRun ? "-n" : "-y")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(left == (isDryRun ? [16, 16] : [12, 16]))
    #expect(try result.clearLines().filter { $0.event != "candidate" }.map(\.files) == [4, 0])
  }

  @Test(
    "file systems with room of their own are each to have that much free",
    .enabled(if: TestDisk.isAvailable(.tmpfs)), arguments: [true, false])
  func apart(isDryRun: Bool) async throws {
    let disks = [try TestDisk(.tmpfs, megabytes: 64), try TestDisk(.tmpfs, megabytes: 64)]
    let (result, left) = try await clear(disks.map { $0.root.appending("cache") }, isDryRun ? "-n" : "-y")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(left == (isDryRun ? [16, 16] : [12, 12]))
    #expect(try result.clearLines().filter { $0.event != "candidate" }.map(\.files) == [4, 4])
  }

  @Test(
    "where what root has taken of what is kept for it cannot be known, that is said",
    .enabled(if: TestDisk.isAvailable(.overlay)))
  func unknownReserve() async throws {
    let disk = try TestDisk(.overlay, megabytes: 32)
    let cache = disk.root.appending("cache")
    let script: BytePath = "mkdir \"$1\"; cat /dev/zero >\"$1/old\" 2>&-; touch -a -m -d '9 days ago' \"$1/old\""
    try Subprocess.output(of: "sh", ["-c", script, "sh", cache])
    let options: [BytePath] = ["clear", "--force", "-n", "--min-age", "0s", "--min-free", "1M", cache]
    let text = try await Tool.run(options).text
    #expect(text.contains("what is kept for root is filled first; how much that is cannot be known here"), "\(text)")
  }
}
