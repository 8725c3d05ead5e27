import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite struct TemporaryDirectoryTests {
  @Test("a directory goes with twenty thousand levels inside")
  func deep() throws {
    let outer = try TemporaryDirectory(in: TemporaryDirectory.fastDirectory)
    let path = try withInner(outer) { (inner) in
      let deep = """
        import os
        for _ in range(20000):
          os.mkdir("d"); os.chdir("d")
        """
      try Subprocess.output(of: "python3", ["-c", BytePath(deep)], directory: inner)
    }
    #expect(access(path.string, F_OK) == -1)
  }

  @Test("a directory goes with names and permissions of any kind inside")
  func odd() throws {
    let outer = try TemporaryDirectory()
    let path = try withInner(outer) { (inner) in
      let script =
        #"mkdir -p closed/in; touch closed/in/f "$1" "$2"; mkfifo p; ln -s /usr l; chmod 0 closed/in closed"#
      let names = [BytePath(bytes: [0xFF, 0x0A]), BytePath(bytes: [UInt8](repeating: 0x6E, count: 255))]
      try Subprocess.output(of: "sh", ["-c", BytePath(script), "sh"] + names, directory: inner)
    }
    #expect(access(path.string, F_OK) == -1)
    #expect(access("/usr/bin", F_OK) == 0)
  }

  /// Makes and fills a directory, and lets it go.
  private func withInner(_ outer: TemporaryDirectory, _ fill: (BytePath) throws -> Void) throws -> BytePath {
    let inner = try TemporaryDirectory(in: outer.path)
    try fill(inner.path)
    return inner.path
  }
}
