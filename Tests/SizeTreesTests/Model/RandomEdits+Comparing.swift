import SizeTrees
import SystemCalls

extension RandomEdits {
  /// Where the tree differs from the model: nothing, unless there is a bug.
  func differences() -> [String] {
    tree.settleLinks()
    return problems + tree.checkInvariants() + disk.directories.flatMap(differences(of:))
  }

  private func differences(of directory: ModelDirectory) -> [String] {
    guard let id = directory.id else { return ["a directory of the model is not in the tree"] }
    var differences: [String] = []
    let count = ModelCount(of: directory)
    let usage = tree.published.totals(of: tree.handle(of: id))
    if usage.map(count.matches) != true { differences.append("\(id): \(String(describing: usage)) is not \(count)") }
    if tree.reasons(at: id) != directory.reasons { differences.append("\(id): other reasons") }
    if tree.identity(of: id) != directory.identity { differences.append("\(id): another identity") }
    if tree.children(of: id).count != directory.directories.count { differences.append("\(id): other children") }
    for (name, entry) in directory.entries where !matches(tree.entry(named: name, in: id), entry) {
      differences.append("\(id): \(name) is another entry")
    }
    return differences
  }

  private func matches(_ entry: SizeTree.Entry?, _ model: ModelEntry) -> Bool {
    switch (entry, model) {
    case (.file, .file(let inode)): inode.names.count == 1
    case (.linked(let identity), .file(let inode)): identity == inode.identity
    case (.directory(let id), .directory(let child)): id == child.id
    default: false
    }
  }
}
