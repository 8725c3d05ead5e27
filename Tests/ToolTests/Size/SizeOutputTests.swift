import SystemCalls
import TestSupport
import Testing

@Suite struct SizeOutputTests {
  @Test("names are raw bytes in a pipe")
  func rawNames() async throws {
    let tree = try SampleTree()
    let output = try await Tool.run(["size", "-a", "-0", tree.root]).output
    let names = output.split(separator: 0).map { Array($0.drop { $0 != UInt8(ascii: "\t") }.dropFirst()) }
    let odd: [[UInt8]] = [
      Array("line\nend".utf8), [0xFF] + Array("bytes".utf8), Array("\u{1B}[31mred".utf8),
      [0xFF] + Array("bytes/\u{85}next".utf8),
    ]
    for name in odd { #expect(names.contains(tree.path(BytePath(bytes: name)).bytes)) }
  }

  @Test("names are escaped on a terminal")
  func escapedNames() async throws {
    let tree = try SampleTree()
    let output = try await Tool.runOnTerminal(["size", "-a", "--color", "never", tree.root])
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.contains(#"line\nend"#))
    #expect(text.contains(#"\xFFbytes/\u{0085}next"#), "\(text)")
    #expect(text.contains(#"\x1B[31mred"#))
    #expect(!output.contains(0x1B))
    #expect(!output.contains(0xFF))
  }

  @Test("JSON is valid for every name, and holds the exact bytes of those that are no text")
  func json() async throws {
    let tree = try SampleTree()
    let result = try await Tool.run(["size", "--json", "-a", tree.root])
    let reports = try result.reports()
    #expect(reports.contains { $0.exactBytes == tree.path(BytePath(bytes: [0xFF] + Array("bytes".utf8))) })
    #expect(reports.contains { $0.path == tree.path("line\nend").string })
    let exact = reports.filter { $0.exactPath != nil }
    #expect(exact.count == 2)
    #expect(exact.allSatisfy { $0.path.contains("\u{FFFD}") })
    // Nothing invisible is left in the line: neither ESC nor NEL, which is U+0085.
    #expect(result.text.contains(#"\u001b[31mred"#))
    #expect(result.text.contains(#"\u0085next"#))
    #expect(!result.output.contains(0x1B))
  }

  @Test("a JSON line has the documented fields in their order")
  func fields() async throws {
    let directory = try TemporaryDirectory()
    let line = try await Tool.run(["size", "--json", directory.path]).text
    let size = try await onOwnThread { try DuRun.total(of: directory.path, in: .allocatedBytes) }
    let expected =
      #"{"event":"usage","path":"\#(directory.path.string)","allocated_bytes":\#(size),"apparent_bytes":0,"files":0,"#
      + #""directories":1,"state":"live","reasons":[],"source":"scan"}"# + "\n"
    #expect(line == expected)
  }

  @Test(
    "colors are for terminals, and neither for NO_COLOR nor for dumb ones",
    arguments: [
      (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": ""], true),
      (["TERM": "xterm", "NO_COLOR": "1"], false),
      (["TERM": "dumb"], false), ([:], false),
    ])
  func colors(environment: [String: String], areUsed: Bool) async throws {
    let directory = try TemporaryDirectory()
    let output = try await Tool.runOnTerminal(["size", directory.path], environment: environment)
    #expect(output.contains(0x1B) == areUsed)
  }

  @Test("a pipe gets no colors unless they are asked for")
  func colorsInPipe() async throws {
    let directory = try TemporaryDirectory()
    let environment = ["TERM": "xterm", "CLICOLOR_FORCE": "1"]
    let plain = try await Tool.run(["size", directory.path], environment: environment)
    #expect(!plain.output.contains(0x1B))
    let forced = try await Tool.run(["size", "--color=always", directory.path], environment: ["NO_COLOR": "1"])
    #expect(forced.output.contains(0x1B))
  }

  @Test("sizes are abbreviated on a terminal")
  func abbreviated() async throws {
    let tree = try SampleTree()
    let text = String(decoding: try await Tool.runOnTerminal(["size", "--color=never", tree.root]), as: UTF8.self)
    let root = tree.root
    let expected = try await onOwnThread { try Subprocess.output(of: "du", ["-sh", root]) }
    #expect(text == String(decoding: expected, as: UTF8.self).replacing("\n", with: "\r\n"))
  }
}
