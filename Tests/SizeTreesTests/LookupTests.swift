import SizeTrees
import SystemCalls
import Testing

@Suite("Looking things up in a tree")
struct LookupTests {
  let tree = SizeTree()

  @Test("an entry says what the tree has under a name")
  func entries() {
    let a = tree.add("a", inode: 2)
    tree.set("plain", .file(10))
    tree.set("large", .file(11, bytes: 1 << 40))
    tree.set("linked", .file(12, links: 2))
    #expect(tree.entry("a") == .directory(a))
    #expect(tree.entry("plain") == .file)
    #expect(tree.entry("large") == .file)
    #expect(tree.entry("linked") == .linked(FileIdentity(device: 7, inode: 12)))
    #expect(tree.entry("nothing") == nil)
  }

  @Test("a path leads to a directory and back", arguments: ["a", "a/b", "a/b/c"])
  func paths(path: String) throws {
    let a = tree.add("a", inode: 2)
    let b = tree.add("b", in: a, inode: 3)
    _ = tree.add("c", in: b, inode: 4)
    let id = try #require(tree.directory(at: BytePath(path)))
    #expect(tree.path(of: id) == BytePath(path))
    #expect(tree.depth(of: id) == path.split(separator: "/").count)
  }

  @Test("the root is at the empty path and at the dot", arguments: ["", ".", "./", "./."])
  func rootPaths(path: String) {
    #expect(tree.directory(at: BytePath(path)) == .root)
    #expect(tree.path(of: .root) == "")
  }

  @Test("a path to a file or to nothing leads to no directory", arguments: ["f", "a/f", "x", "a/x", ".."])
  func pathsToNothing(path: String) {
    let a = tree.add("a", inode: 2)
    tree.set("f", .file(10))
    tree.set("f", in: a, .file(11))
    #expect(tree.directory(at: BytePath(path)) == nil)
  }

  @Test("children come by name")
  func children() {
    let ids = ["c", "a", "ab", "B"].enumerated().map { tree.add($1, inode: UInt64(2 + $0)) }
    tree.set("f", .file(10))
    #expect(tree.children(of: .root) == [ids[3], ids[1], ids[2], ids[0]])
  }

  @Test("a walk meets children before parents, siblings by name")
  func walk() {
    let b = tree.add("b", inode: 2)
    let a = tree.add("a", inode: 3)
    let ac = tree.add("c", in: a, inode: 4)
    let aa = tree.add("a", in: a, inode: 5)
    var met: [DirectoryID] = []
    var paths: [BytePath] = []
    tree.directories(below: .root).forEach { path, _, handle in
      met.append(handle.id)
      paths.append(path)
    }
    #expect(met == [aa, ac, a, b, .root])
    #expect(paths == ["a/a", "a/c", "a", "b", ""])
    paths = []
    tree.directories(below: a).forEach { path, _, _ in paths.append(path) }
    #expect(paths == ["a/a", "a/c", "a"])
  }

  @Test("a walk goes no deeper than it is told", arguments: 0...4)
  func walkToDepth(maximum: Int) {
    var parent = DirectoryID.root
    for level in 1...3 { parent = tree.add("d", in: parent, inode: UInt64(1 + level)) }
    var depths: [Int] = []
    tree.directories(below: .root, maximumDepth: maximum).forEach { _, depth, _ in depths.append(depth) }
    #expect(depths == (0...min(3, maximum)).reversed())
  }

  @Test("an ancestor is told from a sibling")
  func ancestors() {
    let a = tree.add("a", inode: 2)
    let b = tree.add("b", in: a, inode: 3)
    let c = tree.add("c", inode: 4)
    #expect(tree.isAncestorOrSelf(a, of: b))
    #expect(tree.isAncestorOrSelf(b, of: b))
    #expect(!tree.isAncestorOrSelf(b, of: a))
    #expect(!tree.isAncestorOrSelf(c, of: b))
  }

  @Test("a hash made outside the tree is the tree's own")
  func hashing() {
    let a = tree.add("a", inode: 2)
    let name = Array("f".utf8)
    #expect(tree.nameHashing(in: a)(name) == tree.nameHash(of: name, in: a))
  }
}
