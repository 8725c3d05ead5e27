import Glibc
import SystemCalls
import TestSupport
import Testing

@Suite struct LiveAnswerTests {
  @Test("a watched tree is answered by the watch, every directory as by a scan")
  func answers() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root])
    try await watch.untilReady()
    try await tree.run("echo more > a/b/more; mv d a/moved; rm -r .hidden; ln a/large a/b/third")
    let live = try await watch.size(["--settle", "-d", "all", tree.root])
    #expect(live.status == .exited(0))
    var reports = try live.reports()
    #expect(reports.allSatisfy { $0.source == "live" && $0.state == "live" })
    for index in reports.indices { reports[index].source = "scan" }
    let scanned = try await Tool.run(["size", "--scan", "--json", "-d", "all", tree.root]).reports()
    #expect(reports == scanned)
  }

  @Test("text output does not tell who answered")
  func text() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root])
    try await watch.untilReady()
    for arguments: [BytePath] in [["-d", "all"], ["-a", "-0"], ["-h"], ["--top", "3"], ["-c"], ["-A"]] {
      let line: [BytePath] = ["size", "--socket", watch.socket] + arguments + [tree.path("d/link"), tree.root]
      let live = try await Tool.run(line)
      let scanned = try await Tool.run(line + ["--scan"])
      #expect(live.output == scanned.output)
    }
  }

  @Test("a directory below the root is answered, whatever way leads there")
  func below() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root])
    try await watch.untilReady()
    for path in [tree.path("a/b"), tree.path("d/link/b"), tree.path("a/../a/b/")] {
      let report = try #require(try await watch.size([path]).reports().first)
      #expect(report.source == "live")
      #expect(report.path == tree.path("a/b").string)
    }
  }

  @Test("a watch that would count something else does not answer")
  func filters() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root], ["-x", "--exclude", "small", "--exclude", "a/b*"])
    try await watch.untilReady()
    let equal: [BytePath] = ["-x", "--exclude", "a/b*", "--exclude", "small", "--exclude", "small"]
    #expect(try await watch.size(equal + [tree.root]).reports().first?.source == "live")
    #expect(try await watch.size([tree.root]).reports().first?.source == "scan")
    #expect(try await watch.size(["-x", "--exclude", "small", tree.root]).reports().first?.source == "scan")
    // Below the root this pattern means something else.
    #expect(try await watch.size(equal + [tree.path("a")]).reports().first?.source == "scan")
  }

  @Test("a pattern that means the same everywhere does not keep a watch from answering")
  func simpleFilters() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root], ["--exclude", "*all", "--exclude", "spar*"])
    try await watch.untilReady()
    for path in ["a", "a/b", "d"] as [BytePath] {
      let options: [BytePath] = ["--exclude", "*all", "--exclude", "spar*"]
      var live = try #require(try await watch.size(options + [tree.path(path)]).reports().first)
      #expect(live.source == "live")
      let scanned = try await Tool.run(["size", "--scan", "--settle", "--json"] + options + [tree.path(path)]).reports()
      live = try #require(try await watch.size(options + ["--settle", tree.path(path)]).reports().first)
      live.source = "scan"
      #expect(live == scanned.first)
    }
  }

  @Test("what is not watched is scanned, and --scan and --socket none always scan")
  func scans() async throws {
    let tree = try SampleTree()
    let other = try TemporaryDirectory()
    let watch = try RunningWatch([tree.root])
    try await watch.untilReady()
    #expect(try await watch.size([other.path]).reports().first?.source == "scan")
    #expect(try await watch.size([tree.path("a/large")]).reports().first?.source == "scan")
    #expect(try await watch.size(["--scan", tree.root]).reports().first?.source == "scan")
    #expect(try await watch.size(["--socket", "none", tree.root]).reports().first?.source == "scan")
  }

  @Test("one watch answers for several roots, the deepest first")
  func severalRoots() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root, tree.path("a")])
    try await watch.untilReady()
    try await watch.untilReady()
    let reports = try await watch.size([tree.path("a/b"), tree.path("d")]).reports()
    #expect(reports.map(\.source) == ["live", "live"])
  }

  @Test("--verify finds nothing to say about a healthy watch, and fails without one")
  func verify() async throws {
    let tree = try SampleTree()
    let watch = try RunningWatch([tree.root])
    try await watch.untilReady()
    let healthy = try await watch.size(["--verify", "-d", "all", tree.root])
    #expect(healthy.status == .exited(0))
    #expect(healthy.errors.isEmpty)
    #expect(try healthy.reports().allSatisfy { $0.source == "live" })
    let alone = try await Tool.run(["size", "--verify", "--socket", "none", tree.root])
    #expect(alone.status == .exited(5))
    #expect(alone.output.isEmpty)
  }
}
