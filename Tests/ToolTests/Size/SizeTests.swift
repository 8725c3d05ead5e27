import SystemCalls
import TestSupport
import Testing

@Suite struct SizeTests {
  @Test("without options a directory's line is that of du -s in bytes")
  func plain() async throws {
    let tree = try SampleTree()
    let result = try await Tool.run(["size", tree.root])
    #expect(result.status == .exited(0))
    #expect(result.errors.isEmpty)
    #expect(result.output == (try await tree.du(["-s"])))
  }

  @Test("each directory's line equals its own du -s, hard links and odd names included")
  func everyDirectory() async throws {
    let tree = try SampleTree()
    let result = try await Tool.run(["size", "-d", "all", "-0", tree.root])
    let records = result.output.split(separator: 0)
    let root = tree.root
    let expected = try await onOwnThread {
      try records.map { record -> [UInt8] in
        let path = Array(record.drop { $0 != UInt8(ascii: "\t") }.dropFirst())
        return Array(try Subprocess.output(of: "du", ["-s", "-0", "-B1", BytePath(bytes: path)]).dropLast())
      }
    }
    #expect(records.map(Array.init) == expected)
    let all = try await tree.du(["-0"]).split(separator: 0)
    #expect(records.count == all.count)
    #expect(records.last?.suffix(root.bytes.count) == root.bytes[...])
  }

  @Test("a directory stands behind those below it")
  func order() async throws {
    let tree = try SampleTree()
    let reports = try await Tool.run(["size", "--json", "-d", "all", tree.root]).reports()
    for (index, report) in reports.enumerated() {
      #expect(!reports[index...].dropFirst().contains { $0.path.hasPrefix(report.path + "/") })
    }
  }

  @Test("a depth shows the same directories as du", arguments: [0, 1, 2, 3])
  func depth(levels: Int) async throws {
    let tree = try SampleTree()
    let option = BytePath("-d\(levels)")
    let result = try await Tool.run(["size", "-0", option, tree.root])
    let expected = try await tree.du(["-0", option])
    let paths = { (output: [UInt8]) in
      Set(output.split(separator: 0).map { $0.drop { $0 != UInt8(ascii: "\t") } })
    }
    #expect(paths(result.output) == paths(expected))
  }

  @Test("files are shown with --all, and du shows the same paths")
  func files() async throws {
    let tree = try SampleTree()
    // Without a second name: du leaves that out, because its lines add up.
    try await tree.run("rm d/second-name a/b/c/twin")
    let result = try await Tool.run(["size", "-a", "-0", tree.root])
    let expected = try await tree.du(["-a", "-0"])
    #expect(Set(result.output.split(separator: 0)) == Set(expected.split(separator: 0)))
  }

  @Test("units and rounding are those of du", arguments: ["-BK", "-BkB", "-BMiB", "-B3", "-B1K", "-h", "--si"])
  func units(option: BytePath) async throws {
    let tree = try SampleTree()
    let result = try await Tool.run(["size", option, tree.root])
    let root = tree.root
    let expected = try await onOwnThread { try Subprocess.output(of: "du", ["-s", option, root]) }
    #expect(result.output == expected)
  }

  @Test("BLOCK_SIZE and its kind are ignored")
  func environment() async throws {
    let tree = try SampleTree()
    let result = try await Tool.run(
      ["size", tree.root], environment: ["BLOCK_SIZE": "1M", "DU_BLOCK_SIZE": "1M", "BLOCKSIZE": "1M"])
    #expect(result.output == (try await tree.du(["-s"])))
  }

  @Test("apparent bytes are the lengths of files and links, each inode once")
  func apparent() async throws {
    let tree = try SampleTree()
    // large, small, the link's "../a", sparse, and the two bytes in the directory that is no text.
    let bytes = 100_000 + 1 + 4 + 10_485_760 + 2
    let expected = "\(bytes)\t\(tree.root.string)\n"
    #expect(try await Tool.run(["size", "-b", tree.root]).text == expected)
    #expect(try await Tool.run(["size", "-A", tree.root]).text == expected)
  }

  @Test("excluded entries do not count, as with du", arguments: ["b", "a/b", "*ma*", "large", "s*", "d/l?nk"])
  func exclusions(glob: BytePath) async throws {
    let tree = try SampleTree()
    let result = try await Tool.run(["size", "-0", "-d", "all", "--exclude", glob, tree.root])
    let directory = tree.directory.path
    // A name alone: du matches the whole path as it is given, and the product the path below the root.
    let du = try await onOwnThread {
      try Subprocess.output(
        of: "du", ["-s", "-B1", BytePath("--exclude=\(glob.string)"), "tree"], directory: directory)
    }
    let number = { (line: [UInt8]) in line.prefix { $0 != UInt8(ascii: "\t") } }
    #expect(result.output.split(separator: 0).last.map { number(Array($0)) } == number(du))
  }

  @Test("the root is never excluded")
  func excludedRoot() async throws {
    let tree = try SampleTree()
    let result = try await Tool.run(["size", "--exclude", "tree", tree.root])
    #expect(result.output == (try await tree.du(["-s"])))
  }

  @Test("a file counts with its own blocks; a link to one is the link itself")
  func file() async throws {
    let tree = try SampleTree()
    let report = try #require(try await Tool.run(["size", "--json", tree.path("a/large")]).reports().first)
    #expect(report.files == 1)
    #expect(report.directories == 0)
    #expect(report.apparentBytes == 100_000)
    #expect(report.path == tree.path("a/large").string)
    #expect(report.source == "scan")
    try await tree.run("ln -s a/large shortcut")
    let link = try #require(try await Tool.run(["size", "--json", tree.path("shortcut")]).reports().first)
    #expect(link.apparentBytes == 7)
  }

  @Test("a link to a directory is followed, and JSON says where to")
  func linkedRoot() async throws {
    let tree = try SampleTree()
    let link = tree.path("d/link")
    let reports = try await Tool.run(["size", "--json", "-d1", link]).reports()
    #expect(reports.map(\.path) == [tree.path("a/b").string, tree.path("a").string])
    let text = try await Tool.run(["size", "-d1", link])
    #expect(text.lines.map { $0.split(separator: "\t").last.map(String.init) } == [link.string + "/b", link.string])
  }

  @Test("the total is the sum of the paths")
  func total() async throws {
    let tree = try SampleTree()
    let lines = try await Tool.run(["size", "-c", tree.path("a"), tree.path("d")]).lines
    let numbers = lines.compactMap { $0.split(separator: "\t").first.flatMap { UInt64($0) } }
    try #require(numbers.count == 3)
    #expect(lines[2].hasSuffix("\ttotal"))
    #expect(numbers[2] == numbers[0] + numbers[1])
  }
}
