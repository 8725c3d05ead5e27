import SystemCalls
import Testing

@Suite("README on clearing")
struct ReadmeTests {
  @Test("the example of a clear in README is the one that these tests compile")
  func example() throws {
    let here = BytePath(#filePath).removingLastComponent()
    let example = try text(of: here.appending("ReadmeExample.swift"))
    let readme = try text(of: here.appending("../../../README.md"))
    #expect(readme.contains("```swift\n" + example + "```\n"))
  }

  private func text(of path: BytePath) throws -> String {
    String(decoding: try ProcFile.read(path), as: UTF8.self)
  }
}
