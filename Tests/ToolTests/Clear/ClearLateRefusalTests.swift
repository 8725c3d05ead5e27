import Glibc
import SystemCalls
import TestSupport
import Testing

/// A path may be one to refuse only when it is looked at for the second time.
@Suite struct ClearLateRefusalTests {
  private static let attempts = 20

  @Test("a path that is refused while others are being looked at refuses all: nobody is asked, nothing goes")
  func whilePreparing() async throws {
    for _ in 0..<Self.attempts {
      // Looking at the first takes longer than it takes to exchange the second.
      let first = try CachePlace("seq 30000 | xargs touch")
      let (exchanged, last) = (try CachePlace(), try CachePlace())
      let before = (try first.names(), try exchanged.names(), try last.names())
      let (status, text) = try await onOwnThread {
        try Self.clear([first, exchanged, last]) {
          try exchanged.exchange()
        }
      }
      // The exchange came too late: the path is part of the question.
      let asked = text.split(separator: "\r\n").filter { $0.hasSuffix(" to be freed") }
      if asked.contains(where: { $0.contains("'\(exchanged.cache)'") }) { continue }
      #expect(status == .exited(2), "\(text)")
      #expect(
        text.contains("refused to clear '\(exchanged.cache)': another directory is there than before"), "\(text)")
      #expect(!text.contains("Delete this"), "\(text)")
      #expect(try first.names() == before.0)
      #expect(try CachePlace.names(below: exchanged.exchanged) == before.1)
      #expect(try exchanged.names() == ["file"])
      #expect(try last.names() == before.2)
      return
    }
    Issue.record("no exchange was in time")
  }

  @Test("a path that is refused when it is its turn, while nothing is touched, refuses those after it")
  func whileChoosing() async throws {
    for _ in 0..<Self.attempts {
      let first = try CachePlace("seq 30000 | xargs touch -d '2 hours ago'")
      let last = try CachePlace("touch -d '2 hours ago' old")
      let (status, text) = try await onOwnThread {
        try Self.clear([first, last], options: ["--yes", "--older-than", "1h", "--min-age", "0s"]) {
          try first.exchange()
        }
      }
      // The exchange came too late, when deleting had begun.
      if try CachePlace.names(below: first.exchanged).count < 30_000 { continue }
      #expect(status == .exited(2), "\(text)")
      #expect(text.contains("another directory is there than before"), "\(text)")
      #expect(try last.names() == ["old"], "\(text)")
      return
    }
    Issue.record("no exchange was in time")
  }

  @Test(
    "a path that is refused while another is being looked at refuses that one too, which is said",
    .enabled(if: StoppableDisk.isAvailable))
  func whileAnotherIsLookedAt() async throws {
    let (refusing, looked, last) = (try StoppableDisk(), try StoppableDisk(), try StoppableDisk())
    let paths = try [looked, refusing].map { try $0.makeCache("touch -d '2 hours ago' old") }
    let (status, text) = try await onOwnThread {
      // Finding the last path takes until the others are as they are to be.
      try last.stop()
      let options: [BytePath] = ["clear", "--force", "--yes", "--older-than", "1h", "--min-age", "0s"]
      let process = try Subprocess(Tool.program, options + paths + [last.root.appending("nothing")])
      try awaitFact { try last.isAsked }
      try refusing.exchangeCache()
      for disk in [refusing, looked] { try disk.stop() }
      last.resume()
      try awaitFact { try looked.isAsked && refusing.isAsked }
      refusing.resume()
      // Who looked at it is through with it.
      try awaitFact { try process.crewThreads() == 1 }
      looked.resume()
      return (try process.wait(), String(decoding: process.capturedErrors, as: UTF8.self))
    }
    #expect(status == .exited(2), "\(text)")
    #expect(text.contains("refused to clear '\(paths[1])': another directory is there than before"), "\(text)")
    #expect(text.contains("'\(paths[0])' was not cleared: another PATH is refused"), "\(text)")
    #expect(try looked.names(in: paths[0]) == ["old"])
    #expect(try refusing.names(in: refusing.root.appending("exchanged")) == ["old"])
  }

  /// Runs `clear` on a terminal where somebody says yes to whatever is asked.
  /// - Parameter exchange: called when all paths are checked, and the first is being looked at.
  private static func clear(
    _ places: [CachePlace], options: [BytePath] = [], _ exchange: () throws -> Void
  ) throws -> (status: Subprocess.Status, text: String) {
    let words = ([Tool.program, "clear", "--force"] + options + places.map(\.cache)).map { "'\($0)'" }.joined(
      separator: " ")
    let terminal = try Subprocess(
      "script", ["-qec", BytePath(words), "/dev/null"], environment: ["TERM": "xterm"], input: .pipe, output: .pipe)
    // What it writes first is what it looks at.
    #expect(try terminal.hasOutput(within: .seconds(60)))
    try exchange()
    var text = ""
    var isAnswered = false
    while let line = try terminal.nextLine() {
      text += String(decoding: line, as: UTF8.self) + "\n"
      if !isAnswered, text.contains("to be freed") {
        try terminal.write(Array("y\n".utf8))
        isAnswered = true
      }
    }
    return (try terminal.wait(), text)
  }
}
