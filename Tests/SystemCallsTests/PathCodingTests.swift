import Foundation
import SystemCalls
import Testing

@Suite("Paths as JSON")
struct PathCodingTests {
  @Test("a path is text where it can be, and comes back byte for byte where it cannot")
  func roundTrip() throws {
    let paths: [BytePath] = ["a/ü\n", BytePath(bytes: [0x61, 0xFF, 0x2F]), ""]
    let data = try JSONEncoder().encode(paths)
    #expect(try JSONDecoder().decode([BytePath].self, from: data) == paths)
    #expect(String(decoding: data, as: UTF8.self) == #"["a\/ü\n",[97,255,47],""]"#)
  }
}
