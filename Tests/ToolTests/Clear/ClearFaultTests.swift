import SystemCalls
import TestSupport
import Testing

/// What `clear` says when the kernel refuses any of its calls, those on the way to the cache too.
@Suite(.serialized, .enabled(if: FailingCall.isPossible))
struct ClearFaultTests {
  private static let reasons = ["EIO", "EACCES", "EBUSY", "EMFILE", "ENOMEM", "EINTR", "ESTALE"]
  /// The loader, and the look at all processes, make hundreds of the same calls.
  private static let positions = 25

  @Test(
    "whichever call fails, a clear ends, and says that it is done only when it is",
    arguments: [
      ("openat2", 5), ("unlinkat", 8), ("getdents64", 40), ("statx", 18), ("newfstatat", 40), ("flock", 8),
      ("lseek", 4), ("mkdirat", 1), ("renameat2", 3), ("clone3", 2), ("write", 2), ("openat", 40),
    ])
  func everyCall(_ name: String, failingAtLeast least: Int) async throws {
    try await onOwnThread {
      var generator = SeededGenerator(seed: Seed.announced(for: "failing \(name)"))
      let place = try CachePlace("")
      let beside = try place.listing(of: place.directory.path("beside"))
      // A program that does not make the call at all would pass the rest.
      var failures = 0
      for (lasts, options) in [(false, []), (true, ["--aside"])] as [(Bool, [BytePath])] {
        // Who interrupts every call for ever wants no answer.
        let reasons = Self.reasons.filter { !lasts || $0 != "EINTR" }
        for position in 1...Self.positions {
          let reason = reasons.randomElement(using: &generator) ?? ""
          let call = FailingCall(name: name, reason: reason, position: position, lasts: lasts)
          try Self.fill(place)
          let (status, isMade) = try call.run(Tool.program, ["clear", "--force", "-y"] + options + [place.cache])
          // The last is the loader's: the tool did not even begin.
          #expect([0, 1, 2, 3, 5, 127].map(Subprocess.Status.exited).contains(status), "\(call)")
          #expect(try status != .exited(0) || place.names().isEmpty, "\(call)")
          #expect(try place.listing(of: place.directory.path("beside")) == beside, "\(call)")
          guard isMade else { break }
          failures += 1
        }
      }
      #expect(failures >= least, "\(name)")
    }
  }

  @Test(
    "a call that fails has a naive script say that it is done when it is not",
    .enabled(if: InstalledProgram.areAvailable("python3")))
  func naive() async throws {
    try await onOwnThread {
      let place = try CachePlace("")
      try Self.fill(place)
      let script: BytePath = "import shutil; shutil.rmtree('cache', ignore_errors=True)"
      let call = FailingCall(name: "unlinkat", reason: "EIO", position: 2)
      let shell = BytePath("cd \"$1\" && exec python3 -c \"$2\"")
      #expect(try call.run("sh", ["-c", shell, "sh", place.directory.path, script]).status == .exited(0))
      #expect(try !place.names().isEmpty)
    }
  }

  private static func fill(_ place: CachePlace) throws {
    let script: BytePath = "mkdir -p a/b d; for f in a/x a/b/y d/q z; do echo >$f; done; ln -f a/x w"
    try Subprocess.output(of: "sh", ["-ec", script], directory: place.cache)
  }
}
