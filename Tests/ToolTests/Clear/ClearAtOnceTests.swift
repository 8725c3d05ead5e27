import Glibc
import SystemCalls
import TestSupport
import Testing

/// One of the paths lies on a disk that does not answer.
@Suite(.enabled(if: StoppableDisk.isAvailable)) struct ClearAtOnceTests {
  private static let options: [BytePath] = ["clear", "--force", "--yes", "--json"]

  @Test("a disk that does not answer keeps no other from being cleared, and the reports come in order")
  func order() async throws {
    let (standing, last) = (try StoppableDisk(), try StoppableDisk())
    let place = try CachePlace()
    let paths = [try standing.makeCache("seq 3 | xargs touch"), place.cache, try last.makeCache("touch a b")]
    let (status, output) = try await onOwnThread {
      // Finding the last path takes until the first one's disk does not answer any more.
      try last.stop()
      let process = try Subprocess(Tool.program, Self.options + paths)
      try awaitFact { try last.isAsked }
      try standing.stop()
      last.resume()
      try awaitFact { try place.names().isEmpty && last.names(in: paths[2]).isEmpty }
      #expect(try standing.names(in: paths[0]).count == 3)
      standing.resume()
      return (try process.wait(), try ClearLine.all(in: process.capturedOutput))
    }
    #expect(status == .exited(0))
    #expect(output.map(\.path) == paths.map(\.string))
    #expect(output.map(\.files) == [3, 5, 2])
  }

  @Test("a path that is only being looked at does not hold up an interruption, nor what is told of the others")
  func interruptedLook() async throws {
    let (standing, last) = (try StoppableDisk(), try StoppableDisk())
    let place = try CachePlace()
    let looked = try standing.makeCache("seq 3 | xargs touch")
    let selection: [BytePath] = ["--older-than", "0s", "--min-age", "0s", "--prune-empty"]
    let (status, output) = try await onOwnThread {
      try last.stop()
      let process = try Subprocess(
        Tool.program, Self.options + selection + [looked, place.cache, last.root.appending("nothing")])
      try awaitFact { try last.isAsked }
      try standing.stop()
      last.resume()
      try awaitFact { try standing.isAsked && place.names().isEmpty }
      process.send(signal: SIGINT)
      return (try process.wait(atMost: .seconds(60)), try ClearLine.all(in: process.capturedOutput))
    }
    #expect(status == .exited(130))
    #expect(output.map(\.path) == [place.cache.string])
    #expect(try standing.names(in: looked).count == 3)
  }

  @Test("an interruption has told at once what is done, when deleting the rest does not end", arguments: [1, 2])
  func interruptedDeletion(times: Int) async throws {
    let standing = try StoppableDisk()
    let place = try CachePlace()
    let status = try await onOwnThread {
      let stuck = try standing.makeCache("seq 20000 | xargs touch")
      let process = try Subprocess(Tool.program, Self.options + [stuck, place.cache], output: .pipe)
      // The kernel lets go of a process when what it asked for is answered.
      defer { withExtendedLifetime(process) { standing.resume() } }
      try Self.stop(standing, inTheMiddleOf: stuck, 20_000)
      try awaitFact { try place.names().isEmpty && process.crewThreads() == 1 }
      // All at once: between two signals the tool could do what only the last one asks for.
      process.send(signal: SIGSTOP)
      for signal in [SIGINT, SIGTERM].prefix(times) { process.send(signal: signal) }
      process.send(signal: SIGCONT)
      let line = try #require(try process.nextLine(atMost: .seconds(60)))
      #expect(try ClearLine.all(in: line).map(\.path) == [place.cache.string])
      process.send(signal: SIGINT)
      standing.resume()
      return try process.wait()
    }
    #expect(status == .exited(130))
  }

  @Test("how far several paths are does not fall when one of them is done")
  func progress() async throws {
    let standing = try StoppableDisk()
    let place = try CachePlace("seq 500 | xargs touch")
    let text = try await onOwnThread {
      let stuck = try standing.makeCache("seq 20000 | xargs touch")
      let words = ([Tool.program] + Self.options + [stuck, place.cache]).map { "'\($0)'" }.joined(separator: " ")
      let terminal = try Subprocess("script", ["-qec", BytePath(words), "/dev/null"], environment: ["TERM": "xterm"])
      // The kernel lets go of a process when what it asked for is answered.
      defer { withExtendedLifetime(terminal) { standing.resume() } }
      try Self.stop(standing, inTheMiddleOf: stuck, 20_000)
      try awaitFact { try place.names().isEmpty }
      // Another line when all of it has long been counted.
      var seen = terminal.capturedOutput.count
      for _ in 0..<2 {
        try awaitFact { terminal.capturedOutput.count > seen }
        seen = terminal.capturedOutput.count
      }
      standing.resume()
      #expect(try terminal.wait() == .exited(0))
      return String(decoding: terminal.capturedOutput[..<seen], as: UTF8.self)
    }
    let shown = try #require(text.split(separator: "\u{1B}[K").last).split(separator: " ")
    #expect(shown.dropFirst(4) == ["of", "2", "PATHs", "deleted"], "\(shown)")
    #expect(try #require(Int(shown[0])) > 500, "\(shown)")
  }

  /// Stops a disk when deleting has begun there.
  private static func stop(_ disk: StoppableDisk, inTheMiddleOf path: BytePath, _ count: Int) throws {
    try awaitFact { try disk.names(in: path).count < count }
    try disk.stop(whileAsked: true)
    #expect(try disk.names(in: path).isEmpty == false)
  }
}
