import Foundation
import SystemCalls
import TestSupport
import Testing

@Suite struct ClearTests {
  @Test("everything below a path goes, the path stays, and what lies beside it too")
  func everything() async throws {
    let place = try CachePlace()
    let beside = try place.listing(of: place.directory.path("beside"))
    let result = try await place.clear()
    #expect(result.status == .exited(0))
    #expect(result.errors.isEmpty)
    #expect(try place.names() == [])
    #expect(try place.listing(of: place.directory.path("beside")) == beside)
  }

  @Test("what was freed is what du does not count any more, in units as asked for")
  func sizes() async throws {
    for (options, unit) in [(["-B1"], "%d"), (["-BK"], "%dK"), ([], "%d bytes")] as [([BytePath], String)] {
      let place = try CachePlace()
      let before = try diskUsage(place.cache)
      let result = try await Tool.run(["clear", "--force", "--yes"] + options + [place.cache])
      let freed = before - (try diskUsage(place.cache))
      let number = unit == "%dK" ? (freed + 1023) / 1024 : freed
      let size = unit.replacing("%d", with: "\(number)")
      #expect(
        result.lines == [
          "cleared \(place.cache): 5 files, 3 directories, \(size == "\(freed)" ? "\(freed) bytes" : size) freed"
        ])
    }
  }

  @Test("for programs there is one object, with exact numbers")
  func json() async throws {
    let place = try CachePlace()
    let before = try diskUsage(place.cache)
    let result = try await place.clear("--json")
    let freed = before - (try diskUsage(place.cache))
    let lines = try result.clearLines()
    #expect(lines.count == 1)
    #expect(lines.first?.event == "cleared")
    #expect(lines.first?.path == place.cache.string)
    #expect(lines.first?.files == 5)
    #expect(lines.first?.directories == 3)
    #expect(lines.first?.freed_bytes == freed)
    #expect(lines.first?.held_bytes == 0)
    #expect(lines.first?.complete == true)
  }

  @Test("each event has the fields that programs are told of", arguments: ["-n", "-y"] as [BytePath])
  func fields(option: BytePath) async throws {
    let place = try CachePlace()
    let result = try await Tool.run(
      ["clear", "--force", "-v", "--json", "--skip-hidden", option, place.cache])
    let objects = try result.output.split(separator: UInt8(ascii: "\n")).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
    }
    let sums: Set = ["event", "path", "files", "directories", "freed_bytes", "held_bytes", "shortfall_bytes"]
    let fields: [String: Set<String>] = [
      "candidate": ["event", "path", "allocated_bytes", "age_seconds", "reason"],
      "skipped": ["event", "path", "reason", "message"],
      "plan": sums.union(["ignores_access_times", "refill_bytes"]),
      "cleared": sums.union(["still_linked_bytes", "complete"]),
    ]
    for object in objects {
      let event = try #require(object["event"] as? String)
      #expect(Set(object.keys) == fields[event], "\(event)")
      #expect((object["path"] as? String)?.hasPrefix(place.cache.string) == true)
    }
    let events = Set(objects.compactMap { $0["event"] as? String })
    #expect(events == (option == "-n" ? ["candidate", "skipped", "plan"] : ["skipped", "cleared"]))
  }

  @Test("what an open file holds is said")
  func held() async throws {
    let place = try CachePlace()
    let file = try Descriptor.open(place.cache.appending("a/large").bytes, [])
    defer { file.close() }
    let bytes = try file.status().allocatedBytes
    let lines = try await place.clear("--json").clearLines()
    #expect(lines.last?.held_bytes == bytes)
  }

  @Test("what keeps a name elsewhere is not freed")
  func stillLinked() async throws {
    let place = try CachePlace("seq 9999 >file; ln file ../beside/second")
    let bytes = try Descriptor.workingDirectory.status(of: place.cache.appending("file").bytes).allocatedBytes
    let lines = try await place.clear("--json").clearLines()
    #expect(lines.last?.files == 1)
    #expect(lines.last?.freed_bytes == 0)
    #expect(lines.last?.still_linked_bytes == bytes)
  }

  @Test("a tag stays with the directory, and goes with it")
  func tag() async throws {
    let place = try CachePlace(
      "printf 'Signature: 8a477f597d28d172789f06886806bc55' >CACHEDIR.TAG; seq 9 >file; mkdir a")
    #expect(try await place.clear().status == .exited(0))
    #expect(try place.names() == ["CACHEDIR.TAG"])
    #expect(try await place.clear("--itself").status == .exited(0))
    #expect(throws: Errno.noSuchFile) { try Descriptor.workingDirectory.status(of: place.cache.bytes) }
  }

  @Test("several paths are cleared in turn, each with its line")
  func several() async throws {
    let places = [try CachePlace(), try CachePlace()]
    let result = try await Tool.run(["clear", "--force", "-y", "-0"] + places.map(\.cache))
    #expect(result.status == .exited(0))
    let lines = result.text.split(separator: "\0")
    #expect(
      zip(lines, places).allSatisfy { $0.hasPrefix("cleared \($1.cache): 5 files") } && lines.count == 2, "\(lines)")
    for place in places { #expect(try place.names() == []) }
  }

  @Test("a path that went with one before it is cleared", arguments: [[], ["--itself"], ["--older-than", "0s"]])
  func nested(options: [String]) async throws {
    let place = try CachePlace()
    let paths = [place.cache, place.cache.appending("a/b"), place.cache]
    let result = try await Tool.run(
      ["clear", "--force", "-y", "--min-age", "0s", "--prune-empty"] + options.map { BytePath($0) } + paths)
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.errors.isEmpty)
    #expect((try? place.cache.names())?.isEmpty != false)
  }

  @Test("an age that spares nothing goes together with moving everything aside")
  func asideWithoutAge() async throws {
    let place = try CachePlace()
    let result = try await place.clear("--aside", "--min-age", "0s")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try place.names() == [])
  }

  @Test("names of any bytes are deleted, and reach a program exactly and a terminal harmlessly")
  func names() async throws {
    let place = try CachePlace(
      #"cd "$PWD"; for n in '\377\376' 'line\nend' '\033[31mred' '-rf' ' ' '\342\200\256'; do : >"./$(printf "$n")x"; done"#
    )
    let preview = try await Tool.run(["clear", "--force", "-nv", "--json", place.cache])
    let paths = try preview.clearLines().filter { $0.event == "candidate" }
      .map { $0.path_base64.map { BytePath(bytes: Array($0)) } ?? BytePath($0.path) }
    let expected = try place.cache.names().map(place.cache.appending)
    #expect(Set(paths) == Set(expected))
    let terminal = try await Tool.runOnTerminal(
      ["clear", "--force", "-nv", place.cache], environment: ["TERM": "dumb"])
    #expect(!String(decoding: terminal, as: UTF8.self).contains("\u{1B}[31m"))
    #expect(try await place.clear().status == .exited(0))
    #expect(try place.names() == [])
  }

  private func diskUsage(_ path: BytePath) throws -> UInt64 {
    let output = try Subprocess.output(of: "du", ["-s", "-B1", path])
    return UInt64(String(decoding: output.prefix { $0 != UInt8(ascii: "\t") }, as: UTF8.self)) ?? 0
  }
}
