import Glibc
import SystemCalls
import TestSupport
import Testing

/// The system may kill a program at any moment; the next clear has to find nothing strange.
@Suite(.serialized) struct ClearKillTests {
  private static let kills = 200

  @Test("killed at any moment, a clear leaves nothing that the next one does not delete", arguments: [false, true])
  func killed(aside: Bool) async throws {
    let options: [BytePath] = ["clear", "--force", "-y"] + (aside ? ["--aside"] : [])
    try await onOwnThread {
      let place = try Self.place()
      let beside = try place.listing(of: place.directory.path("beside"))
      var generator = SeededGenerator(seed: Seed.announced(for: "killed clears"))
      let duration = try Self.duration { _ = try Subprocess.output(of: Tool.program, options + [place.cache]) }
      var interruptions = 0
      for _ in 0..<Self.kills / 2 {
        if try place.cache.names().isEmpty { try Self.fill(place.cache) }
        let process = try Subprocess(Tool.program, options + [place.cache])
        usleep(UInt32.random(in: 0...UInt32(duration), using: &generator))
        process.send(signal: SIGKILL)
        if try process.wait() == .killed(signal: SIGKILL), try !place.cache.names().isEmpty { interruptions += 1 }
      }
      #expect(interruptions > 0)
      try Subprocess.output(of: Tool.program, options + [place.cache])
      #expect(try place.names() == [])
      #expect(try place.directory.path.names().count == 2)
      #expect(try place.listing(of: place.directory.path("beside")) == beside)
    }
  }

  @Test(
    "killed at some moment, a naive script leaves something for ever",
    .enabled(if: InstalledProgram.areAvailable("python3")))
  func naive() async throws {
    // It says when it has begun, so that it can be killed before it has ended.
    let script: BytePath = """
      import os, shutil
      os.rename("cache", "cache.old"); os.mkdir("cache"); print("moved", flush=True); shutil.rmtree("cache.old")
      """
    try await onOwnThread {
      let place = try Self.place()
      let run = { try Subprocess("python3", ["-c", script], directory: place.directory.path, output: .pipe) }
      let isCaught = try (0..<100).contains { _ in
        try Self.fill(place.cache)
        let process = try run()
        _ = try process.nextLine()
        process.send(signal: SIGKILL)
        _ = try process.wait()
        // A second run is not killed.
        _ = try run().wait()
        let names = try place.directory.path.names().map { String(decoding: $0, as: UTF8.self) }
        return Set(names) != ["beside", "cache"]
      }
      #expect(isCaught)
    }
  }

  private static func place() throws -> CachePlace {
    let place = try CachePlace("")
    try fill(place.cache)
    return place
  }

  private static func fill(_ cache: BytePath) throws {
    let top = try WorkDirectory(cache)
    let known = Set(try cache.names())
    for number in 0..<20 where !known.contains(Array("d\(number)".utf8)) {
      let directory = try top.makeDirectory(BytePath("d\(number)"))
      let inner = try directory.makeDirectory("inner")
      for file in 0..<20 {
        try directory.makeFile(BytePath("f\(file)"), length: 1)
        try inner.makeFile(BytePath("f\(file)"), length: 1)
      }
    }
  }

  private static func duration(_ body: () throws -> Void) throws -> Int64 {
    let start = MonotonicTime.now
    try body()
    return (MonotonicTime.now - start).components.attoseconds / 1_000_000_000_000
  }
}
