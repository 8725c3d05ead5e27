import SystemCalls
import TestSupport
import Testing

@Suite struct SubprocessTests {
  @Test("a program's output, errors and exit status arrive apart")
  func outputAndStatus() throws {
    let result = try Subprocess.run("sh", ["-c", "echo out; echo err >&2; exit 7"])
    #expect(result.status == .exited(7))
    #expect(result.text == "out\n")
    #expect(result.errorText == "err\n")
  }

  @Test("arguments that are not UTF-8 arrive as they are")
  func bytes() throws {
    let odd = BytePath(bytes: [0xFF, 0x0A, 0x20])
    #expect(try Subprocess.output(of: "printf", ["%s", odd]) == odd.bytes)
  }

  @Test("the environment is the one given")
  func environment() throws {
    let result = try Subprocess.run("sh", ["-c", "echo $GIVEN-$HOME"], environment: ["GIVEN": "here"])
    #expect(result.text == "here-\n")
  }

  @Test("the working directory is the one given")
  func workingDirectory() throws {
    #expect(try Subprocess.run("pwd", directory: "/usr").text == "/usr\n")
  }

  @Test("a program that a signal ends says which")
  func signal() throws {
    let child = try Subprocess("cat", input: .pipe)
    child.send(signal: 15)
    #expect(try child.wait() == .killed(signal: 15))
  }

  @Test("lines arrive one by one while the program runs")
  func lines() throws {
    let child = try Subprocess("cat", input: .pipe, output: .pipe)
    try child.write(Array("one\ntwo\n".utf8))
    #expect(try child.nextLine() == Array("one".utf8))
    #expect(try child.nextLine() == Array("two".utf8))
    child.closeInput()
    #expect(try child.nextLine() == nil)
    #expect(try child.wait() == .exited(0))
  }

  @Test("a program that says nothing in time is an error")
  func silence() throws {
    let child = try Subprocess("cat", input: .pipe, output: .pipe)
    #expect(throws: Subprocess.Failure.self) { try child.nextLine(atMost: .zero) }
  }

  @Test("a program that does not end in time is killed")
  func overtime() throws {
    let child = try Subprocess("cat", input: .pipe)
    #expect(throws: Subprocess.Failure.self) { try child.wait(atMost: .zero) }
    #expect(try child.wait() == .killed(signal: 9))
  }

  @Test("a program that does not exist is an error")
  func missing() {
    #expect(throws: Subprocess.Failure.self) { try Subprocess.run("no-such-program-here") }
  }
}
