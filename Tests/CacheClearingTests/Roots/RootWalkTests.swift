import CacheClearing
import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite("The way to a root")
struct RootWalkTests {
  private static let maze = """
    mkdir -p data/a/b/c data/d/e; cd data
    ln -s a/b here; ln -s ../../d/e a/b/over; ln -s ../.. a/b/up; ln -s "$PWD/a" d/absolute; ln -s .. d/e/out
    ln -s here/over/out/absolute/b d/e/long; ln -s nothing d/broken; ln -s self self; : >a/file
    """

  @Test("links and dots lead where the kernel would go")
  func resolution() throws {
    var generator = SeededGenerator(seed: Seed.announced(for: "ways to a root"))
    let place = try RootPlace(user: 1, Self.maze)
    let names = ["a", "b", "c", "d", "e", "here", "over", "up", "absolute", "out", "long", "broken", "self", "file"]
    var agreements = 0
    for _ in 0..<4000 {
      let length = Int.random(in: 0...4, using: &generator)
      var parts = (0..<length).map { _ in names.randomElement(using: &generator) ?? "" }
      for index in parts.indices where generator.chance(30) { parts[index] = generator.chance(70) ? ".." : "." }
      parts.append(names.randomElement(using: &generator) ?? "")
      let path = BytePath("data/" + parts.joined(separator: generator.chance(10) ? "//" : "/"))
      // The library's call, and of directories only.
      let expected = try? place.path(path).appending(BytePath("/.")).resolved()
      let found = try? place.open(path, .all).path
      #expect(found == expected, "\(path)")
      if expected != nil { agreements += 1 }
    }
    #expect(agreements > 100)
  }

  @Test("forty links are followed, and not one more")
  func tooManyLinks() throws {
    let place = try RootPlace(
      "cd data; ln -s cache 1; for n in $(seq 2 41); do ln -s $((n - 1)) $n; done")
    #expect(place.refusal(of: "data/40", .all) == nil)
    let error = place.refusal(of: "data/41", .all)
    #expect(error?.code == .systemRefused)
    #expect(error?.cause == .symbolicLinkLoop)
  }

  @Test("a relative path begins at the working directory")
  func workingDirectory() async {
    await #expect(processExitsWith: .success) {
      let place = try RootPlace("mkdir -p data/cache/x; ln -s other data/there")
      chdir(place.path("data/there").string)
      for path: BytePath in ["../cache/x", "./../cache/x", "../../data/cache/x"] {
        let root = try PinnedRoot.open(path, allowing: .all, rules: place.rules)
        #expect(root.path == place.path("data/cache/x"))
      }
      rmdir(place.path("data/other").string)
      let error = #expect(throws: ClearingError.self) {
        try PinnedRoot.open("x", allowing: .all, rules: place.rules)
      }
      #expect(error?.code == .noSuchDirectory)
    }
  }

  @Test("a user reaches a root only where permissions allow it", .enabled(if: geteuid() == 0))
  func permission() async throws {
    let directory = try TemporaryDirectory(in: TemporaryDirectory.fastDirectory)
    await #expect(processExitsWith: .success) { [top = directory.path as BytePath] in
      let place = try RootPlace(
        user: 65_534, at: top, "chmod 711 . data; mkdir data/closed data/closed/x; chmod 700 data/closed")
      try OwnProcess.become(user: 65_534)
      #expect(place.refusal(of: "data/cache", .all) == nil)
      #expect(place.refusal(of: "data/closed/x", .all)?.code == .permissionDenied)
      // Found, but not to be read: that is known when it is opened.
      let root = try place.open("data/closed", .all)
      let error = #expect(throws: ClearingError.self) { try root.descriptor() }
      #expect(error?.code == .permissionDenied)
    }
  }
}
