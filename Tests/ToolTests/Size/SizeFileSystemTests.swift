import SystemCalls
import TestSupport
import Testing

@Suite struct SizeFileSystemTests {
  @Test("-x leaves out what is mounted below", .enabled(if: TestDisk.isAvailable(.tmpfs)))
  func oneFileSystem() async throws {
    let (with, without, expectedWith, expectedWithout) = try await onOwnThread {
      let disk = try TestDisk(.tmpfs)
      let inner = disk.root.appending("inner")
      try Subprocess.output(of: "mkdir", [inner])
      try Subprocess.output(of: "mount", ["-t", "tmpfs", "tmpfs", inner])
      defer { _ = try? Subprocess.output(of: "umount", [inner]) }
      try Subprocess.output(
        of: "dd", ["if=/dev/zero", BytePath("of=\(inner)/file"), "bs=64k", "count=1", "status=none"])
      return (
        try Subprocess.output(of: Tool.program, ["size", disk.root]),
        try Subprocess.output(of: Tool.program, ["size", "-x", disk.root]),
        try Subprocess.output(of: "du", ["-s", "-B1", disk.root]),
        try Subprocess.output(of: "du", ["-s", "-x", "-B1", disk.root])
      )
    }
    #expect(with == expectedWith)
    #expect(without == expectedWithout)
    #expect(with != without)
  }

  @Test("a tree deeper than one path can name is counted, with its files")
  func deep() async throws {
    let directory = try TemporaryDirectory()
    let root = directory.path("deep")
    let levels = 100
    let script = """
      import os
      os.mkdir('deep')
      os.chdir('deep')
      for level in range(\(levels)):
          os.mkdir('level' * 40)
          os.chdir('level' * 40)
      open('file', 'w').write('x')
      """
    try await onOwnThread {
      _ = try Subprocess.output(of: "python3", ["-c", BytePath(script)], directory: directory.path)
    }
    let report = try #require(try await Tool.run(["size", "--json", root]).reports().first)
    #expect(report.directories == levels + 1)
    #expect(report.files == 1)
    let all = try await Tool.run(["size", "-a", "-0", root]).output
    #expect(all.split(separator: 0).count == levels + 2)
    #expect(all.split(separator: 0).first?.suffix(5) == Array("/file".utf8)[...])
  }
}
