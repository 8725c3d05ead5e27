import SizeTrees
import SystemCalls
import Testing

@Suite("Trees of unusual shape")
struct ScaleTests {
  private static let levels = 20_000

  /// A chain of directories, the deepest last.
  private func chain(in tree: SizeTree) -> [DirectoryID] {
    var ids: [DirectoryID] = []
    // From the bottom up, so that each directory is attached to one without ancestors.
    var below: DirectoryID?
    for level in (1...Self.levels).reversed() {
      let id = tree.add("d", inode: UInt64(1 + level))
      tree.detach(id)
      if let below { tree.attach(below, to: id, as: "d") }
      below = id
      ids.append(id)
    }
    if let below { tree.attach(below, as: "d") }
    return ids.reversed()
  }

  @Test("twenty thousand levels are counted, walked, moved and discarded")
  func deepChain() throws {
    let tree = SizeTree()
    let ids = chain(in: tree)
    let last = try #require(ids.last)
    tree.set("f", in: last, .file(50_000, bytes: 5, blocks: 8))
    tree.set("x", in: last, .file(50_001, bytes: 5, blocks: 8, links: 2))
    tree.setReason(1, on: last, true)
    #expect(tree.usage() == tree.usage(ids[0]).adding(directories: 1))
    #expect(tree.files() == 2)
    #expect(tree.depth(of: last) == Self.levels)
    #expect(tree.path(of: last)?.bytes.count == 2 * Self.levels - 1)
    #expect(tree.path(of: last).map(tree.directory(at:)) == last)
    var depths: [Int] = []
    tree.directories(below: .root).forEach { path, depth, _ in
      depths.append(depth)
      #expect(path.bytes.count == max(0, 2 * depth - 1))
    }
    #expect(depths == (0...Self.levels).reversed())

    let middle = ids[Self.levels / 2]
    tree.detach(middle)
    #expect(tree.files() == 0)
    #expect(tree.usage().reasons == 0)
    tree.attach(middle, as: "middle")
    #expect(tree.files() == 2)
    #expect(tree.checkInvariants() == [])
    tree.detach(ids[0])
    tree.discard(ids[0])
    tree.detach(middle)
    tree.discard(middle)
    #expect(tree.usage().directories == 1)
    #expect(tree.checkInvariants() == [])
  }

  @Test("two hundred thousand entries in one directory are added, found, listed and removed")
  func wideDirectory() {
    let tree = SizeTree()
    let count = 200_000
    let names = (0..<count).map { "file-\($0)" }
    for (number, name) in names.enumerated() { tree.set(name, .file(UInt64(10 + number), bytes: 1, blocks: 1)) }
    #expect(tree.files() == UInt32(count))
    #expect(names.allSatisfy { tree.entry($0) == .file })

    let half = names.indices.filter { $0 % 2 == 0 }.map { (names[$0], FileStatus.file(UInt64(10 + $0), bytes: 3)) }
    let relisting = tree.list(half)
    #expect(relisting.changedEntries == count)
    #expect(tree.apparentBytes() == UInt64(3 * count / 2))
    #expect(tree.checkInvariants() == [])
    for (name, _) in half { tree.remove(name) }
    #expect(tree.files() == 0)
    #expect(tree.checkInvariants() == [])
  }

  @Test("sixty-five thousand names of one inode count once, and go one by one")
  func manyNames() {
    let tree = SizeTree()
    let count = 65_000
    let status = FileStatus.file(10, bytes: 5, blocks: 8, links: UInt32(count))
    let directories = (0..<100).map { tree.add("d\($0)", inode: UInt64(100 + $0)) }
    for number in 0..<count { tree.set("f\(number)", in: directories[number % 100], status) }
    #expect(tree.files() == 1)
    #expect(tree.allocatedBytes() == 4096)
    #expect(tree.namesOfLinked(status.identity).count == count)
    #expect(tree.checkInvariants() == [])

    // A tenth of them goes with its directories, the rest by name.
    for id in directories.prefix(10) {
      tree.detach(id)
      tree.discard(id)
    }
    #expect(tree.files() == 1)
    for number in 0..<count where number % 100 >= 10 { tree.remove("f\(number)", in: directories[number % 100]) }
    #expect(tree.files() == 0)
    #expect(tree.namesOfLinked(status.identity).isEmpty)
    #expect(tree.checkInvariants() == [])
  }

  @Test("a hundred thousand directories come and go without a node too many")
  func manyDirectories() {
    let tree = SizeTree()
    for round in 0..<2 {
      let parents = (0..<100).map { tree.add("p\($0)", inode: UInt64(2 + $0)) }
      for (number, parent) in parents.enumerated() {
        tree.list((0..<1000).map { ("c\($0)", .directory(UInt64(1000 + number * 1000 + $0), blocks: 1)) }, in: parent)
      }
      #expect(tree.usage().directories == 100_101)
      #expect(tree.allocatedBytes() == 100_000 * 512)
      for parent in parents {
        tree.detach(parent)
        tree.discard(parent)
      }
      #expect(tree.usage().directories == 1)
      #expect(tree.checkInvariants() == [], "round \(round)")
    }
    #expect(tree.add("last", inode: 5).rawValue <= 100_100)
  }
}

extension PublishedUsage {
  fileprivate func adding(directories: UInt32) -> PublishedUsage {
    var usage = self
    usage.directories += directories
    return usage
  }
}
