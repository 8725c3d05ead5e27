import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

private let tagging = "printf 'Signature: 8a477f597d28d172789f06886806bc55\\n# by a test\\n' >data/cache/CACHEDIR.TAG"
private let person: UInt32 = 1000

@Suite("What looks like a cache")
struct CacheLookTests {
  @Test(
    "the user's cache directory, and what is below it or the system's, looks like a cache",
    arguments: [
      ("home/ada/.cache", true), ("home/ada/.cache/pip", true), ("var/cache/app", true), ("var/cache/app/deep", true),
      ("home/ada/Documents", false), ("data/cache", false), ("home/ada/.cache/../Documents", false),
      ("var/cache/../lib", false),
    ] as [(BytePath, Bool)], [0, person])
  func places(_ look: (path: BytePath, isCache: Bool), user: UInt32) throws {
    let place = try RootPlace(user: user)
    #expect(place.refusal(of: look.path)?.code == (look.isCache ? nil : .notACache))
    #expect(place.refusal(of: look.path, .mountRoot)?.code == (look.isCache ? nil : .notACache))
    #expect(place.refusal(of: look.path, .notACache) == nil)
  }

  @Test("a tag makes a directory a cache, but not for root")
  func tag() throws {
    #expect(try RootPlace(user: person, tagging).refusal(of: "data/cache") == nil)
    let error = try RootPlace(user: 0, tagging).refusal(of: "data/cache")
    #expect(error?.code == .notACache)
    #expect(error?.message.contains("for root a CACHEDIR.TAG") == true)
  }

  @Test("a tag does not speak for what is above or below it")
  func tagElsewhere() throws {
    let place = try RootPlace(user: person, "\(tagging); mkdir data/cache/below")
    #expect(place.refusal(of: "data")?.code == .notACache)
    #expect(place.refusal(of: "data/cache/below")?.code == .notACache)
  }

  @Test(
    "only a regular file that begins with the signature is a tag",
    arguments: [
      "printf 'Signature: 8a477f597d28d172789f06886806bc5' >data/cache/CACHEDIR.TAG",
      "printf ' Signature: 8a477f597d28d172789f06886806bc55' >data/cache/CACHEDIR.TAG",
      ": >data/cache/CACHEDIR.TAG", "mkdir data/cache/CACHEDIR.TAG", "mkfifo data/cache/CACHEDIR.TAG",
      "\(tagging); mv data/cache/CACHEDIR.TAG data/tag; ln -s ../tag data/cache/CACHEDIR.TAG",
      "\(tagging); mv data/cache/CACHEDIR.TAG data/cache/cachedir.tag",
    ])
  func noTag(_ script: String) throws {
    let place = try RootPlace(user: person, script)
    #expect(place.refusal(of: "data/cache")?.code == .notACache)
  }

  @Test("an environment that calls a home, or what is above it, the cache directory makes nothing a cache")
  func cacheIsHome() throws {
    for wrong: BytePath in ["home/ada", "home", "", "missing"] {
      let place = try RootPlace(user: person, userCache: wrong)
      #expect(place.refusal(of: "home/ada/Documents")?.code == .notACache, "\(wrong)")
      #expect(place.refusal(of: "data/cache")?.code == .notACache, "\(wrong)")
    }
  }

  @Test("XDG_CACHE_HOME comes before HOME, and a relative one does not count")
  func environment() async {
    await #expect(processExitsWith: .success) {
      let place = try RootPlace()
      setenv("HOME", place.path("home/ada").string, 1)
      unsetenv("XDG_CACHE_HOME")
      #expect(try RootRules.current().userCache == place.path("home/ada/.cache"))
      setenv("XDG_CACHE_HOME", "data", 1)
      #expect(try RootRules.current().userCache == place.path("home/ada/.cache"))
      setenv("XDG_CACHE_HOME", place.path("data/cache").string, 1)
      #expect(try RootRules.current().userCache == place.path("data/cache"))
      // The directory that HOME says is a home, whoever is in the user database.
      let error = #expect(throws: ClearingError.self) {
        try PinnedRoot.open(place.path("home/ada"), allowing: .all)
      }
      #expect(error?.message.hasSuffix("it is a home directory") == true)
    }
  }
}
