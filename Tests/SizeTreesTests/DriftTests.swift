import SizeTrees
import SystemCalls
import Testing

/// How many entries a listing finds to differ is what an audit reports as drift.
@Suite("Entries that a listing finds changed")
struct DriftTests {
  let tree = SizeTree()
  private let before: [(String, FileStatus)] = [
    ("plain", .file(10, bytes: 5, blocks: 8)),
    ("large", .file(11, bytes: 1 << 40, blocks: 8)),
    ("linked", .file(12, bytes: 5, blocks: 8, links: 2)),
    ("d", .directory(13, blocks: 8)),
  ]

  init() {
    tree.list(before)
    tree.settleLinks()
  }

  /// The same listing with one entry changed.
  private func changing(_ name: String, _ change: (inout FileStatus) -> Void) -> [(String, FileStatus)] {
    before.map { entry in
      guard entry.0 == name else { return entry }
      var status = entry.1
      change(&status)
      return (name, status)
    }
  }

  private static let names = ["plain", "large", "linked", "d"]

  @Test("in a new directory every entry is one")
  func allAreNew() {
    #expect(SizeTree().list(before).changedEntries == before.count)
  }

  @Test("none differs when nothing changed")
  func noneDiffers() {
    #expect(tree.list(before).changedEntries == 0)
  }

  @Test("a later use of a file is no change", arguments: names)
  func laterUse(name: String) {
    #expect(tree.list(changing(name) { $0.lastUse = 1_700_000_000 }).changedEntries == 0)
  }

  @Test("one with other blocks differs", arguments: names)
  func otherBlocks(name: String) {
    #expect(tree.list(changing(name) { $0.blocks += 8 }).changedEntries == 1)
  }

  @Test("one with another length differs", arguments: ["plain", "large", "linked"])
  func otherLength(name: String) {
    #expect(tree.list(changing(name) { $0.sizeBytes += 1 }).changedEntries == 1)
  }

  @Test("one with another identity differs", arguments: names)
  func otherIdentity(name: String) {
    #expect(tree.list(changing(name) { $0.identity.inode += 100 }).changedEntries == 1)
  }

  @Test("one that became another kind differs once", arguments: names)
  func otherKind(name: String) {
    let now = before.map { $0.0 == name ? (name, name == "d" ? .file(50) : .directory(50)) : $0 }
    #expect(tree.list(now).changedEntries == 1)
  }

  @Test("one that went differs", arguments: names)
  func went(name: String) {
    #expect(tree.list(before.filter { $0.0 != name }).changedEntries == 1)
  }

  @Test("one that came differs")
  func came() {
    #expect(tree.list(before + [("new", .file(60))]).changedEntries == 1)
  }
}
