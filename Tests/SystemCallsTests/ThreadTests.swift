import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("Threads of our own")
struct ThreadTests {
  /// Runs on a thread of our own and answers what it finds there.
  private func onThread<Value: Sendable>(
    named name: String = "test-thread", _ body: @escaping @Sendable () -> Value
  ) throws -> Value? {
    let done = Monitor<Value?>(nil)
    try DedicatedThread.start(named: name) {
      let value = body()
      done.signal { $0 = value }
    }
    return done.wait { $0 }
  }

  @Test("a thread has its name, cut to what the kernel keeps")
  func name() throws {
    let name = try onThread(named: "a-name-that-is-too-long") {
      (try? ProcFile.read("/proc/thread-self/comm")).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(name == "a-name-that-is-\n")
  }

  @Test("a thread takes no signals but those of its own faults, and its maker's stay as they were")
  func signals() throws {
    let before = (1...31).map(Self.isBlocked)
    let blocked = try onThread { Set((1...31).filter(Self.isBlocked)) }
    let faults: Set<Int32> = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]
    #expect(blocked == Set(1...31).subtracting(faults).subtracting([SIGKILL, SIGSTOP]))
    #expect((1...31).map(Self.isBlocked) == before)
  }

  private static func isBlocked(_ signal: Int32) -> Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return sigismember(&mask, signal) == 1
  }

  @Test("a thread that entered its own directory moves alone, and goes back to the top")
  func directory() throws {
    let process = Self.workingDirectory
    let places = try onThread {
      ThreadDirectory.enter()
      guard ThreadDirectory.isOwn, let directory = try? Descriptor.open(Array("/proc".utf8), .directory) else {
        return [String]()
      }
      defer { directory.close() }
      try? directory.makeWorkingDirectory()
      let inside = Self.workingDirectory
      ThreadDirectory.leave()
      return [inside, Self.workingDirectory]
    }
    // A sandbox may forbid it.
    if places?.isEmpty == false { #expect(places == ["/proc", "/"]) }
    #expect(Self.workingDirectory == process)
    #expect(!ThreadDirectory.isOwn)
  }

  private static var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }

  @Test("what a thread was given is let go of when it ends")
  func release() throws {
    final class Token: Sendable {
      let whenGone: Monitor<Bool>
      init(_ whenGone: Monitor<Bool>) { self.whenGone = whenGone }
      deinit { whenGone.signal { $0 = true } }
    }
    let isGone = Monitor(false)
    try DedicatedThread.start(named: "test-release") { [token = Token(isGone)] in _ = token }
    isGone.wait(until: nil, for: { $0 }) { _ in }
  }
}
