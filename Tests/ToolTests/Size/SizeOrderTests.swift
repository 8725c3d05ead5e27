import SystemCalls
import TestSupport
import Testing

@Suite struct SizeOrderTests {
  private func reports(_ options: [BytePath]) async throws -> [ReportLine] {
    let tree = try SampleTree()
    return try await Tool.run(["size", "--json"] + options + [tree.root]).reports()
  }

  @Test("--sort size puts the largest first")
  func bySize() async throws {
    let sizes = try await reports(["-d", "all", "--sort", "size"]).compactMap(\.allocatedBytes)
    #expect(sizes.count > 5)
    #expect(sizes == sizes.sorted(by: >))
  }

  @Test("--sort files puts the directory with most files first")
  func byFiles() async throws {
    let files = try await reports(["-d", "all", "--sort", "files"]).compactMap(\.files)
    #expect(files.count > 5)
    #expect(files == files.sorted(by: >))
  }

  @Test("--sort name orders by the paths' bytes")
  func byName() async throws {
    let paths = try await reports(["-a", "--sort", "name"]).map(\.exactBytes.bytes)
    #expect(paths.count > 10)
    #expect(paths == paths.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test("--top shows the largest of every depth")
  func top() async throws {
    let tree = try SampleTree()
    let all = try await Tool.run(["size", "--json", "-d", "all", "--sort", "size", tree.root]).reports()
    let top = try await Tool.run(["size", "--json", "--top", "3", tree.root]).reports()
    #expect(top == Array(all.prefix(3)))
    let shallow = try await Tool.run(["size", "--json", "--top", "3", "-d0", tree.root]).reports()
    #expect(shallow.count == 1)
  }
}
