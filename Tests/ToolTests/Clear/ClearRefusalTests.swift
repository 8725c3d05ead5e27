import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite struct ClearRefusalTests {
  @Test(
    "options that contradict each other are refused",
    arguments: [
      (["--all", "--older-than", "1d"], "'--all' leaves nothing"),
      (["--all", "--to-size", "1M"], "'--all' leaves nothing"),
      (["--all", "--min-free", "5%"], "'--all' leaves nothing"),
      (["--aside", "--to-size", "1M"], "'--aside' moves everything"),
      (["--aside", "--protect", "x"], "'--aside' moves everything"),
      (["--aside", "--skip-hidden"], "'--aside' moves everything"),
      (["--aside", "--min-age", "1s"], "'--aside' moves everything"),
      (["-d", "1"], "'-d' is an option of 'watch' and 'size'"),
      (["--max-depth=1"], "'--max-depth=1' is an option of 'watch' and 'size'"),
      (["--older-than", "5"], "it needs a number with a unit"),
      (["--to-size", "much"], "'much' is not a size"),
      (["--min-free", "0%"], "from 1% to 100%"),
      (["--age-by", "birth"], "it needs used, modified"),
      (["--protect", ""], "it needs a pattern"),
      (["--protect", "./"], "it needs a pattern"),
      (["--protect", "/cache/a"], "'/cache/a' is no argument for '--protect': it needs a pattern for paths below"),
      (["--exclude", "a/../b"], "no path has '..' in it"),
    ])
  func usage(options: [String], reason: String) async throws {
    let place = try CachePlace()
    let before = try place.listing(of: place.directory.path)
    let result = try await Tool.run(["clear", "--force", "-y"] + options.map { BytePath($0) } + [place.cache])
    #expect(result.status == .exited(2))
    #expect(result.output.isEmpty)
    #expect(result.errorText.contains(reason), "\(result.errorText)")
    #expect(try place.listing(of: place.directory.path) == before)
  }

  @Test("where nobody can be asked, nothing goes without --yes")
  func unconfirmed() async throws {
    let place = try CachePlace()
    let before = try place.listing(of: place.directory.path)
    let result = try await Tool.run(["clear", "--force", place.cache])
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("'--yes'"))
    #expect(try place.listing(of: place.directory.path) == before)
  }

  @Test("a directory that does not look like a cache needs --force")
  func notACache() async throws {
    let place = try CachePlace()
    let before = try place.listing(of: place.directory.path)
    let result = try await Tool.run(["clear", "--yes", place.cache])
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("refused to clear '\(place.cache)': it does not look like a cache"))
    #expect(try place.listing(of: place.directory.path) == before)
    let environment = ["XDG_CACHE_HOME": place.cache.string]
    #expect(try await Tool.run(["clear", "-y", place.cache], environment: environment).status == .exited(0))
    #expect(try place.names() == [])
  }

  @Test(
    "what must not be cleared is refused with --force too",
    arguments: [
      "/", "/usr", "/etc", "/var/lib", "", ".", "..", "/usr/share/..", "/proc/self/cwd/../../../../../../../..",
    ])
  func never(path: String) async throws {
    let place = try CachePlace()
    let result = try await Tool.run(["clear", "--force", "-n", BytePath(path)], directory: place.cache)
    #expect(result.status == .exited(2))
    #expect(result.errorText.hasPrefix("cachewatch: refused to clear "), "\(result.errorText)")
  }

  @Test("one refused path refuses all, whatever their order", arguments: [false, true])
  func oneOfSeveral(isFirst: Bool) async throws {
    let place = try CachePlace()
    let before = try place.listing(of: place.directory.path)
    // A home of the test's own: should it ever not be refused, nothing else is lost.
    let home = place.directory.path("beside")
    let paths = isFirst ? [home, place.cache] : [place.cache, home]
    let result = try await Tool.run(
      ["clear", "--force", "-y", "/nowhere/at/all"] + paths, environment: ["HOME": home.string])
    #expect(result.status == .exited(2))
    #expect(result.errorText.contains("refused to clear '\(home)': it is a home directory"), "\(result.errorText)")
    #expect(result.output.isEmpty)
    #expect(try place.listing(of: place.directory.path) == before)
  }

  @Test("a missing path is exit 3, and the others are cleared all the same")
  func missing() async throws {
    let place = try CachePlace()
    let file = place.directory.path("beside/file")
    let result = try await Tool.run(["clear", "--force", "-y", "/nowhere/at/all", place.cache, file])
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("cannot clear '/nowhere/at/all': no such file or directory"))
    #expect(result.errorText.contains("cannot clear '\(file)': not a directory"))
    #expect(try place.names() == [])
    #expect(try Descriptor.workingDirectory.status(of: file.bytes).kind == .regular)
  }

  @Test("the homes of the accounts of this machine are refused", .enabled(if: geteuid() == 0))
  func accounts() async throws {
    let place = try CachePlace("mkdir -p srv/people/ada/files srv/robots/r2")
    // In a mount namespace of its own, so that nobody else sees the accounts.
    let script = """
      mount --make-rprivate /
      { echo root:x:0:0::/root:/bin/sh; echo "ada:x:4321:4321::$1/srv/people/ada:/bin/sh"
        echo "r2:x:321:321::$1/srv/robots/r2:/bin/sh"; } >"$1/passwd"
      mount --bind "$1/passwd" /etc/passwd
      for path in srv srv/people srv/people/ada srv/people/ada/files srv/robots srv/robots/r2; do
        code=0; "$2" clear --force -n "$1/$path" >/dev/null 2>&1 || code=$?
        echo "$path $code"
      done
      """
    let arguments: [BytePath] = ["-m", "sh", "-ec", BytePath(script), "sh", place.cache, Tool.program]
    let result = try await onOwnThread { try Subprocess.run("unshare", arguments) }
    #expect(
      result.lines == [
        "srv 2", "srv/people 2", "srv/people/ada 2", "srv/people/ada/files 0", "srv/robots 0", "srv/robots/r2 0",
      ], "\(result.errorText)")
  }
}
