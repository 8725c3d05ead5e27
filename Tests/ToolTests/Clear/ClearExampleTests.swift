import SystemCalls
import TestSupport
import Testing

@Suite struct ClearExampleTests {
  @Test("the example clears a cache, and shows the live size fall to what is left")
  func sample() async throws {
    let result = try await onOwnThread { try Subprocess.run(BuildProducts.program("clear-cache")) }
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.first?.hasSuffix("in 2000 files") == true)
    #expect(result.lines.contains { $0.hasPrefix("freed ") && $0.hasSuffix(": 2000 files, 20 directories") })
    #expect(result.lines.last?.hasPrefix("what is left: ") == true)
    #expect(result.lines.last?.hasSuffix("in 0 files") == true)
  }

  @Test("the example does not clear what does not look like a cache")
  func refused() async throws {
    let place = try CachePlace()
    let names = try place.names()
    let result = try await onOwnThread { try Subprocess.run(BuildProducts.program("clear-cache"), [place.cache]) }
    #expect(result.status == .exited(2))
    #expect(result.text.contains("it does not look like a cache"), "\(result.text)")
    #expect(try place.names() == names)
  }
}
