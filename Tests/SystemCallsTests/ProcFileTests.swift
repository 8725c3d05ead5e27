import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Small files of the kernel")
struct ProcFileTests {
  @Test("a file that comes in pieces is read to its end")
  func pieces() throws {
    let contents = try ProcFile.read("/proc/self/smaps")
    // More than the kernel gives at once.
    #expect(contents.count > 16_384)
    #expect(contents.last == UInt8(ascii: "\n"))
  }

  @Test("reading ends soon after the limit")
  func limit() throws {
    let contents = try ProcFile.read("/proc/self/smaps", limit: 5000)
    #expect((5000..<5000 + 4096).contains(contents.count))
  }

  @Test(
    "a number is what stands before the line's end",
    arguments: [("17\n", 17), ("17", 17), ("9 8 7\n", 9), ("-1\n", -1), ("", nil), ("many\n", nil)])
  func numbers(_ text: String, _ number: Int?) throws {
    try TemporaryDirectory.use { root in
      let path = root.appending("number")
      let file = open(path.string, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      try Descriptor(rawValue: file).write(Array(text.utf8))
      close(file)
      #expect(ProcFile.number(path) == number)
    }
    #expect(ProcFile.number("/proc/no-such-thing") == nil)
  }
}
