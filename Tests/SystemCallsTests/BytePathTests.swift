import SystemCalls
import Testing

@Suite("Paths as bytes")
struct BytePathTests {
  @Test(
    "the last name is taken off",
    arguments: [
      ("/a/b", "/a"), ("/a", "/"), ("/", "/"), ("a", ""), ("a/b/", "a"), ("a//b", "a"), ("", ""),
    ])
  func removingLastComponent(_ path: String, _ rest: String) {
    #expect(BytePath(path).removingLastComponent() == BytePath(rest))
  }

  @Test("a path is joined with one separator, and nothing is joined to an empty one")
  func appending() {
    #expect(BytePath("/a").appending("b/c") == "/a/b/c")
    #expect(BytePath("/").appending("b") == "/b")
    #expect(BytePath("").appending("b") == "b")
    #expect(BytePath("/a").appending("") == "/a")
  }

  @Test("names are what stands between separators")
  func components() {
    #expect(BytePath("//a///b/").components == [Array("a".utf8), Array("b".utf8)])
    #expect(BytePath("/").lastComponent == nil)
    #expect(BytePath("").lastComponent == nil)
    for path: BytePath in ["b", "/b", "a/b", "a/b//", "//b/"] { #expect(path.lastComponent == Array("b".utf8)) }
  }

  @Test("a name that is not UTF-8 keeps its bytes, and is shown without harm")
  func bytes() {
    let path = BytePath(bytes: [0x61, 0xFF, 0x0A, 0x1B])
    #expect(path.bytes == [0x61, 0xFF, 0x0A, 0x1B])
    #expect(path.description == "a\\xFF\\n\\x1B")
    #expect(path.string.unicodeScalars.contains("\u{FFFD}"))
  }

  @Test(
    "controls that reorder or hide text are escaped",
    arguments: [
      ("\u{202E}x", "\\u{202E}x"), ("\u{9B}", "\\u{009B}"), ("\u{7F}", "\\x7F"), ("a\\b", "a\\\\b"),
      ("\u{200B}", "\\u{200B}"),
      ("\u{2028}", "\\u{2028}"), ("grün", "grün"),
    ])
  func printable(_ text: String, _ shown: String) {
    #expect(Array(text.utf8).printable == shown)
  }
}
