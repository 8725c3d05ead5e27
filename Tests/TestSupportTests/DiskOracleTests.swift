import SystemCalls
import TestSupport
import Testing

@Suite struct DiskOracleTests {
  @Test("each directory's numbers are those of a du -s of its own")
  func everyDirectory() async throws {
    let seed = Seed.announced(for: "oracle")
    let (counts, own) = try await onOwnThread {
      try TemporaryDirectory.use { (place) in
        let storm = try Storm(in: place, seed: seed, operations: 600)
        _ = try storm.run()
        let counts = try DiskOracle.count(below: storm.tree)
        let own = try counts.keys.map { (path) in
          let directory = storm.tree.appending(path)
          return (
            path: path, bytes: try DuRun.total(of: directory, in: .allocatedBytes),
            inodes: try DuRun.total(of: directory, in: .inodes)
          )
        }
        return (counts, own)
      }
    }
    #expect(counts.count > 5)
    for (path, bytes, inodes) in own {
      let count = try #require(counts[path])
      #expect(bytes == count.allocatedBytes, "seed \(seed), '\(path)'")
      #expect(inodes == UInt64(count.files + count.directories), "seed \(seed), '\(path)'")
    }
  }

  @Test("a file with two names counts once in every directory that has one of them below")
  func links() throws {
    let script = "mkdir a b; printf 12345 >a/x; ln a/x a/y; ln a/x b/x; ln -s target b/l; mkfifo b/p"
    let counts = try TemporaryDirectory.use { (place) in
      try Subprocess.output(of: "sh", ["-c", BytePath(script)], directory: place)
      return try DiskOracle.count(below: place)
    }
    #expect(counts[""]?.apparentBytes == 5 + 6)
    #expect(counts[""]?.files == 3)
    #expect(counts[""]?.directories == 3)
    #expect(counts["a"]?.apparentBytes == 5)
    #expect(counts["a"]?.files == 1)
    #expect(counts["b"]?.apparentBytes == 5 + 6)
    #expect(counts["b"]?.files == 3)
  }
}
