import SizeTrees
import SystemCalls
import TestSupport

/// Makes random edits to a model and tells the tree what a tracker would: each name that changed, or a listing.
struct RandomEdits {
  let disk = ModelDisk()
  let tree: SizeTree
  var random: SeededGenerator
  /// Inodes that the tree has just met as having several names.
  var newlyLinked: [FileIdentity] = []
  /// What the tree did not answer as it should.
  var problems: [String] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    tree = SizeTree(root: disk.root.status)
    disk.root.id = .root
  }

  /// One edit. Links may be unsettled afterwards.
  mutating func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<18: createFile()
    case 18..<26: link()
    case 26..<36: resize()
    case 36..<46: unlink()
    case 46..<55: renameFile()
    case 55..<60: linkOutside()
    case 60..<66: createDirectory()
    case 66..<73: moveDirectory()
    case 73..<77: detachDirectory()
    case 77..<81: attachDetached()
    case 81..<84: discardDirectory()
    case 84..<87: resizeDirectory()
    case 87..<91: changeReasons()
    case 91..<98: changeSilentlyAndList()
    default: tree.settleLinks()
    }
    findOtherNames()
  }

  // MARK: Choices

  mutating func anyDirectory() -> ModelDirectory {
    disk.directories.randomElement(using: &random) ?? disk.root
  }

  mutating func anyName() -> ModelName? {
    disk.names.randomElement(using: &random)
  }

  /// Few names, so that many are taken.
  mutating func name() -> [UInt8] {
    let number = UInt8.random(in: 0..<24, using: &random)
    return number < 4 ? [0xFF, number + 0x0A] : Array("name \(number)".utf8)
  }

  mutating func sizes() -> (bytes: UInt64, blocks: UInt64) {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<3: (UInt64(Int64.max) - .random(in: 0..<5, using: &random), 1 << 54 - .random(in: 0..<5, using: &random))
    case 3..<10: (.random(in: 1 << 28...1 << 30, using: &random), .random(in: 1 << 18...1 << 20, using: &random))
    default: (.random(in: 0..<100_000, using: &random), .random(in: 0..<200, using: &random))
    }
  }

  mutating func newInode() -> ModelInode {
    let sizes = sizes()
    let kind: FileKind = random.chance(70) ? .regular : random.chance(50) ? .symbolicLink : .other
    return disk.makeInode(kind: kind, sizeBytes: sizes.bytes, blocks: sizes.blocks)
  }

  // MARK: Telling the tree

  /// Tells the tree what a name of a file is now.
  mutating func tell(_ name: ModelName) {
    guard let id = name.directory.id, case .file(let inode) = name.directory[name.name] else { return }
    let change = tree.setEntry(named: name.name.span, in: id, to: inode.status)
    if change.isNewlyLinked { newlyLinked.append(inode.identity) }
  }

  /// Tells the tree that a file's name is gone.
  mutating func tellRemoved(_ name: ModelName) {
    guard let id = name.directory.id else { return }
    let change = tree.setEntry(named: name.name.span, in: id, to: nil)
    if !change.wasThere { problems.append("a file's name was not in the tree") }
  }

  /// Tells some of an inode's names, as events may: its number of links has changed.
  mutating func tellOthers(of inode: ModelInode) {
    for name in inode.names where random.chance(50) { tell(name) }
  }

  /// A file's record may be an ordinary one although it has another name now: finds it as the reconciler does.
  private mutating func findOtherNames() {
    guard !newlyLinked.isEmpty else { return }
    let found = tree.findRecords(withInodeBitsOf: newlyLinked)
    newlyLinked.removeAll()
    for directory in disk.directories {
      guard let id = directory.id else { continue }
      let hashes = Set(found.filter { $0.name.directory == id }.map(\.name.hash))
      for (name, _) in directory.files where hashes.contains(tree.nameHash(of: name, in: id)) {
        tell(ModelName(directory: directory, name: name))
      }
    }
  }
}
