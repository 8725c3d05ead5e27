import Glibc
import SystemCalls
import Testing

@Suite("The kernel's reasons")
struct ErrnoTests {
  @Test(
    "each is said in words, in lower case",
    arguments: [
      (Errno.permissionDenied, "permission denied"), (.inputOutput, "input/output error"),
      (.interrupted, "interrupted system call"),
      (.tooManyFiles, "too many open files"), (Errno(rawValue: 9999), "unknown error 9999"),
    ])
  func words(_ reason: Errno, _ text: String) {
    #expect(reason.description == text)
  }

  @Test("a call that signals interrupt is made again, and its last answer counts")
  func interrupts() throws {
    var answers = [-1, -1, -1, 7]
    let result = try retryingInterrupts {
      errno = EINTR
      return answers.removeFirst()
    }
    #expect(result == 7)
    #expect(answers.isEmpty)
  }

  @Test("another failure is not tried again")
  func failure() {
    var calls = 0
    #expect(throws: Errno.noSpace) {
      try retryingInterrupts {
        calls += 1
        errno = ENOSPC
        return -1
      }
    }
    #expect(calls == 1)
  }
}
