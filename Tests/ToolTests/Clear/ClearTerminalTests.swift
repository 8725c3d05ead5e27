import SystemCalls
import TestSupport
import Testing

@Suite struct ClearTerminalTests {
  /// Runs `clear` on a terminal where somebody types.
  private func type(_ answer: String, _ arguments: [BytePath]) async throws -> (status: Subprocess.Status, text: String)
  {
    let words = ([Tool.program, "clear"] + arguments).map { "'" + $0.string + "'" }.joined(separator: " ")
    return try await onOwnThread {
      let terminal = try Subprocess(
        "script", ["-qec", BytePath(words), "/dev/null"], environment: ["TERM": "xterm"], input: .pipe)
      try terminal.write(Array(answer.utf8))
      return (try terminal.wait(), String(decoding: terminal.capturedOutput, as: UTF8.self))
    }
  }

  @Test("a yes deletes", arguments: ["y\n", "yes\n", "YES\n", " y \n"])
  func yes(answer: String) async throws {
    let place = try CachePlace()
    let (status, text) = try await type(answer, ["--force", place.cache])
    #expect(status == .exited(0), "\(text)")
    #expect(try place.names() == [])
  }

  @Test("anything else does not, and is exit 2", arguments: ["n\n", "\n", "yep\n", "no y\n", "\u{4}"])
  func no(answer: String) async throws {
    let place = try CachePlace()
    let before = try place.listing(of: place.directory.path)
    let (status, text) = try await type(answer, ["--force", place.cache])
    #expect(status == .exited(2), "\(text)")
    #expect(text.contains("nothing was deleted"))
    #expect(try place.listing(of: place.directory.path) == before)
  }

  @Test("the question names each path, with the number of its files and its size")
  func question() async throws {
    let place = try CachePlace("head -c 1M /dev/zero >file")
    let other = try CachePlace("mkdir a b; : >c")
    let (_, text) = try await type("n\n", ["--force", place.cache, other.cache])
    #expect(text.contains("clear '\(place.cache)': 1 file, 0 directories, 1.0M to be freed"), "\(text)")
    #expect(text.contains("clear '\(other.cache)': 1 file, 2 directories, "), "\(text)")
  }

  @Test("Ctrl-C at the question deletes nothing, and is exit 130")
  func interruptedQuestion() async throws {
    let place = try CachePlace()
    let before = try place.listing(of: place.directory.path)
    let command = BytePath("'\(Tool.program)' clear --force '\(place.cache)'")
    let status = try await onOwnThread {
      let terminal = try Subprocess(
        "script", ["-qec", command, "/dev/null"], environment: ["TERM": "xterm"], input: .pipe, output: .pipe)
      while let line = try terminal.nextLine(), !line.contains(UInt8(ascii: ":")) {}
      try terminal.write([3])
      return try terminal.wait()
    }
    #expect(status == .exited(130))
    #expect(try place.listing(of: place.directory.path) == before)
  }

  @Test("a path that has become another directory stays, which is exit 1 once something was deleted")
  func exchanged() async throws {
    let (place, other) = (try CachePlace(), try CachePlace())
    let names = try other.names()
    let words = [Tool.program, "clear", "--force", place.cache, other.cache].map { "'\($0)'" }.joined(separator: " ")
    let (status, text) = try await onOwnThread {
      let terminal = try Subprocess(
        "script", ["-qec", BytePath(words), "/dev/null"], environment: ["TERM": "xterm"], input: .pipe, output: .pipe)
      var text = ""
      while let line = try terminal.nextLine(), !line.starts(with: "clear '\(other.cache)'".utf8) {}
      try Subprocess.output(of: "sh", ["-ec", "mv cache old; mv beside cache"], directory: other.directory.path)
      try terminal.write(Array("y\n".utf8))
      while let line = try terminal.nextLine() { text += String(decoding: line, as: UTF8.self) + "\n" }
      return (try terminal.wait(), text)
    }
    #expect(status == .exited(1), "\(text)")
    #expect(text.contains("refused to clear '\(other.cache)': another directory is there than before"), "\(text)")
    #expect(try place.names() == [])
    #expect(try other.names() == ["file"])
    #expect(try CachePlace.names(below: other.directory.path("old")) == names)
  }

  @Test("a terminal shows how far it is, and afterwards only the result")
  func progress() async throws {
    let place = try CachePlace()
    let text = String(
      decoding: try await Tool.runOnTerminal(["clear", "--force", "-y", place.cache]), as: UTF8.self)
    #expect(text.contains("\r\u{1B}[Klooking at '"))
    #expect(text.split(separator: "\u{1B}[K").last?.hasPrefix("cleared \(place.cache): 5 files") == true, "\(text)")
    let quiet = String(
      decoding: try await Tool.runOnTerminal(["clear", "--force", "-yq", place.cache]), as: UTF8.self)
    #expect(!quiet.contains("\u{1B}[K"))
  }
}
