import CacheClearing
import SystemCalls
import TestSupport
import Testing

@Suite("Clearing everything")
struct EverythingTests {
  @Test("everything goes but the root, and is counted")
  func all() throws {
    let scene = try Scene()
    try scene.shell("mkdir -p a/b/c d; for i in $(seq 300); do echo $i >a/b/$i; done; ln -s / a/link; touch .hidden")
    let report = try scene.clear()
    #expect(try scene.left() == [])
    #expect(report.files == 302)
    #expect(report.directories == 4)
    #expect(report.isComplete)
    #expect(report.heldBytes == 0)
  }

  @Test("an empty cache is cleared already")
  func empty() throws {
    #expect(try Scene().clear() == ClearingReport(heldBytes: 0))
  }

  @Test("the root goes too when asked for, with its tag; else a tag stays without a word")
  func root() throws {
    let scene = try Scene()
    try scene.shell("echo 'Signature: 8a477f597d28d172789f06886806bc55' >CACHEDIR.TAG; touch a")
    let report = try scene.clear()
    #expect(try scene.left() == ["CACHEDIR.TAG"])
    #expect(report.isComplete && report.skipped.isEmpty)
    let rest = try scene.clear(ClearingRules(includesRoot: true))
    #expect(throws: Errno.noSuchFile) { try scene.root.names() }
    #expect(rest.isComplete)
    #expect((rest.files, rest.directories) == (1, 1))
  }

  @Test("a file that only looks like a tag is deleted")
  func falseTag() throws {
    let scene = try Scene()
    try scene.shell("echo 'Signature: none' >CACHEDIR.TAG")
    try scene.clear()
    #expect(try scene.left() == [])
  }

  @Test("links are deleted, not followed")
  func symbolicLinks() throws {
    let scene = try Scene()
    try scene.shell("ln -s ../canary out; ln -s ../canary/deep/file file; ln -s . self; mkdir d; ln -s .. d/up")
    #expect(try scene.clear().files == 4)
    #expect(try scene.left() == [])
  }

  @Test("sockets, pipes, devices and odd names are entries as any other")
  func oddEntries() throws {
    let scene = try Scene()
    try scene.shell(
      #"""
      mkfifo pipe; mknod zero c 1 5; perl -MSocket -e 'socket(S,PF_UNIX,SOCK_STREAM,0); bind(S,sockaddr_un("socket"))'
      touch -- -rf "$(printf 'a\nb')" "$(printf '\033[2J')" "$(printf '\342\200\256gpj')" "$(printf '\377\376')" '*' ' '
      mkdir -- -- '...'; touch -- '--/...'
      """#)
    let report = try scene.clear()
    #expect(try scene.left() == [])
    #expect((report.files, report.directories) == (11, 2))
  }

  @Test("what the rules spare stays, with the directories above it, and the report is complete")
  func sparing() throws {
    let scene = try Scene()
    try scene.shell(
      """
      mkdir -p keep/in a/keep b c/.d e; touch keep/in/f a/keep/g a/x b/.h b/y c/.d/z e/w; ln e/w a/keep/second
      """)
    let report = try scene.clear(ClearingRules(protecting: ["keep"], skipsHidden: true))
    #expect(
      try scene.left().joined(separator: " ")
        == "a a/keep a/keep/g a/keep/second b b/.h c c/.d c/.d/z keep keep/in keep/in/f")
    #expect(report.skips == ["a/keep: protected", "b/.h: hidden", "c/.d: hidden", "keep: protected"])
    #expect(report.isComplete)
    // Its other name lies inside still.
    #expect(report.stillLinkedBytes == 0)
  }

  @Test("young files and directories stay, also with old times on them")
  func young() throws {
    let scene = try Scene()
    try scene.shell("mkdir d empty; touch -d 2001-01-01 d/unpacked; touch new")
    let report = try scene.clear(ClearingRules(minimumAge: .seconds(3600)))
    #expect(report.skips == ["d/unpacked: young", "empty: young", "new: young"])
    #expect(report.isComplete)
    #expect(try scene.clear(ClearingRules(minimumAge: .zero)).files == 2)
  }
}
