import SystemCalls
import TestSupport
import Testing

@Suite struct ClearDryRunTests {
  @Test(
    "a dry run changes nothing, not even a file's times",
    arguments: [["-n"], ["-nv"], ["--dry-run", "--older-than", "1s"]])
  func touchesNothing(options: [String]) async throws {
    let place = try CachePlace()
    let before = try place.listing(of: place.directory.path)
    let result = try await Tool.run(["clear", "--force"] + options.map { BytePath($0) } + [place.cache])
    #expect(result.status == .exited(0))
    #expect(try place.listing(of: place.directory.path) == before)
  }

  @Test("a dry run of everything says what the clear then does")
  func prediction() async throws {
    let place = try CachePlace()
    let plan = try await Tool.run(["clear", "--force", "-n", "--json", place.cache]).clearLines()
    let cleared = try await place.clear("--json").clearLines()
    #expect(plan.count == 1)
    #expect(plan.first?.event == "plan")
    #expect(plan.first?.files == cleared.first?.files)
    #expect(plan.first?.directories == cleared.first?.directories)
    #expect(plan.first?.freed_bytes == cleared.first?.freed_bytes)
  }

  @Test("with -v it names each entry, with its size and age")
  func candidates() async throws {
    let place = try CachePlace("seq 9999 >file; touch -a -m -d '3 days ago' file; mkdir sub")
    let result = try await Tool.run(["clear", "--force", "-nv", "-B1", place.cache])
    let lines = result.lines
    let bytes = try Descriptor.workingDirectory.status(of: place.cache.appending("file").bytes).allocatedBytes
    #expect(lines.contains("\(bytes)\t3d\t\(place.cache)/file"), "\(lines)")
    #expect(lines.contains { $0.hasSuffix("\t\(place.cache)/sub") }, "\(lines)")
    #expect(lines.last?.hasPrefix("would clear \(place.cache): 1 file, 1 directory, ") == true)
    #expect(lines.count == 3)
  }

  @Test("what was not used for longest goes first, and only as much as is needed")
  func selection() async throws {
    let place = try CachePlace(
      "for n in 1 2 3 4; do head -c 8192 /dev/zero >f$n; touch -a -m -d \"$n days ago\" f$n; done")
    let options: [BytePath] = ["clear", "--force", "--min-age", "0s", "--older-than", "60h", "--json"]
    let plan = try await Tool.run(options + ["-n", place.cache]).clearLines()
    #expect(plan.map(\.event) == ["candidate", "candidate", "plan"])
    #expect(plan.prefix(2).map(\.path) == ["f4", "f3"].map { "\(place.cache)/\($0)" })
    #expect(plan.prefix(2).map(\.reason) == ["older-than", "older-than"])
    #expect(plan.prefix(2).compactMap(\.age_seconds).map { $0 / 3600 } == [96, 72])
    let cleared = try await Tool.run(options + ["-y", place.cache]).clearLines()
    #expect(cleared.last?.files == 2)
    #expect(try place.names() == ["f1", "f2"])
  }

  @Test("young files stay where not everything goes, unless they need not")
  func young() async throws {
    let place = try CachePlace("seq 9 >file; touch -a -m -d '3 days ago' file")
    #expect(try await place.clear("--older-than", "1d").status == .exited(0))
    #expect(try place.names() == ["file"])
    #expect(try await place.clear("--older-than", "1d", "--min-age", "0s").status == .exited(0))
    #expect(try place.names() == [])
  }

  @Test("protected and hidden entries stay, and are no failure")
  func kept() async throws {
    let place = try CachePlace()
    let result = try await place.clear("--skip-hidden", "--protect", "small", "--exclude", "nothing", "--json")
    #expect(result.status == .exited(0))
    #expect(try place.names() == [".hidden", ".hidden/file", "a", "a/b", "a/b/small"])
    let skipped = try result.clearLines().filter { $0.event == "skipped" }
    #expect(Set(skipped.map(\.reason)) == ["hidden", "protected"])
    #expect(try result.clearLines().last?.complete == true)
  }

  @Test("what is protected stays however its path is written", arguments: ["a/b/", "./a/b", ".//./a/b//", "b/"])
  func protectedPaths(pattern: String) async throws {
    let place = try CachePlace()
    for options in [[], ["--older-than", "0s", "--min-age", "0s"]] as [[BytePath]] {
      let line: [BytePath] = ["clear", "--force", "-y", "--protect", BytePath(pattern)]
      #expect(try await Tool.run(line + options + [place.cache]).status == .exited(0))
      #expect(try place.names().filter { $0.hasPrefix("a") } == ["a", "a/b", "a/b/small", "a/b/twin"])
    }
  }

  @Test("a directory is cleared down to a size, and free space that cannot be had is said")
  func goals() async throws {
    let place = try CachePlace(
      "for n in 1 2 3 4; do head -c 40960 /dev/zero >f$n; touch -a -m -d \"$n days ago\" f$n; done")
    #expect(try await place.clear("--to-size", "100K", "--min-age", "0s").status == .exited(0))
    #expect(try place.names() == ["f1", "f2"])
    let line: [BytePath] = ["clear", "--force", "--min-free", "100%", "--min-age", "0s", place.cache]
    let result = try await Tool.run(line + ["-n", "--json"])
    let plan = try result.clearLines()
    #expect(plan.map(\.reason) == ["min-free", "min-free", nil])
    #expect(plan.last?.shortfall_bytes ?? 0 > 0)
    #expect(result.status == .exited(1))
  }

  @Test("a goal that a clear misses is said, and is exit 1", arguments: [true, false])
  func missedGoal(isJSON: Bool) async throws {
    let place = try CachePlace()
    let result = try await place.clear("--min-free", "100%", "--min-age", "0s", isJSON ? "--json" : "-B1")
    #expect(result.status == .exited(1))
    if isJSON {
      let line = try #require(try result.clearLines().last)
      #expect(line.event == "cleared" && line.complete == true && line.shortfall_bytes ?? 0 > 0)
    } else {
      #expect(result.text.hasSuffix(" less than asked for\n"), "\(result.text)")
    }
    #expect(try place.names() == [".hidden", "a", "a/b"])
  }

  @Test("an age counts from the last use, or from the last writing when that is asked for")
  func ageBasis() async throws {
    let place = try CachePlace(
      "seq 9 >read; seq 9 >old; touch -m -d '3 days ago' read; touch -a -m -d '3 days ago' old")
    let options: [BytePath] = ["--older-than", "1d", "--min-age", "0s"]
    #expect(try await Tool.run(["clear", "--force", "-y"] + options + [place.cache]).status == .exited(0))
    #expect(try place.names() == ["read"])
    #expect(
      try await Tool.run(["clear", "--force", "-y", "--age-by", "modified"] + options + [place.cache]).status
        == .exited(0))
    #expect(try place.names() == [])
  }

  @Test("directories that a selection empties stay, unless they are to go")
  func pruning() async throws {
    let filling = "mkdir -p a/b c; seq 9 >a/b/file; seq 9 >c/new; touch -a -m -d '3 days ago' a/b/file"
    for (options, names) in [([], ["a", "a/b", "c", "c/new"]), (["--prune-empty"], ["c", "c/new"])]
      as [([BytePath], [String])]
    {
      let place = try CachePlace(filling)
      let line: [BytePath] = ["clear", "--force", "-y", "--older-than", "1d", "--min-age", "0s"]
      #expect(try await Tool.run(line + options + [place.cache]).status == .exited(0))
      #expect(try place.names() == names)
    }
  }
}
