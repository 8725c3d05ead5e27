internal import SizeTrees
internal import SystemCalls

/// Inodes with several names: an event names only one of them.
extension Reconciler {
  /// Finds the names behind the hashes, by listing their directories, and looks at them now and after writeback.
  func lookAtRelatedNames() {
    noteNamesOfLost()
    guard !relatedNames.isEmpty else { return }
    var wanted: [DirectoryID: Set<NameHash>] = [:]
    swap(&wanted, &relatedNames)
    for (id, hashes) in wanted {
      forEachName(in: id, where: { hashes.contains($0) }) { name, directory in
        examine(name, .settle, in: id, directory)
      }
    }
  }

  /// A name of an inode went: writing may go on through a descriptor, and no event will tell the other names.
  private func noteNamesOfLost() {
    guard !lostLinked.isEmpty else { return }
    let names = tree.withTree { tree in lostLinked.flatMap { tree.namesOfLinked($0) } }
    lostLinked.removeAll()
    for name in names { relatedNames[name.directory, default: []].insert(name.hash) }
  }

  /// An inode has more names than the tree knew: when it had one, its record was an ordinary one. Or a file that was
  /// made without a name was written to. Finds their records by the inodes' bits, and looks at them again.
  func findOtherNames() {
    guard !newlyLinked.isEmpty || !writtenUnnamed.isEmpty else { return }
    var written: Set<FileIdentity> = []
    swap(&written, &writtenUnnamed)
    let wanted = newlyLinked.union(written)
    newlyLinked.removeAll()
    let found = tree.withTree { $0.findRecords(withInodeBitsOf: Array(wanted)) }
    var hashes: [DirectoryID: Set<NameHash>] = [:]
    for (_, name) in found { hashes[name.directory, default: []].insert(name.hash) }
    unnamed.formUnion(written.subtracting(found.map(\.identity)))
    // One that has several names is kept elsewhere.
    writtenInodes.formUnion(written)
    // To a file without a name writing may go on, and no event names it.
    let hint: PendingChanges.Hint = written.isEmpty ? [] : .settle
    for (id, hashes) in hashes {
      forEachName(in: id, where: { hashes.contains($0) }) { name, directory in
        examine(name, hint, in: id, directory)
      }
    }
  }

  /// Lists a directory's names, and calls with those that are wanted.
  func forEachName(
    in id: DirectoryID, where isWanted: (NameHash) -> Bool, isUrgent: Bool = true,
    _ body: ([UInt8], OpenDirectory) -> Void
  ) {
    guard tree.withTree({ $0.isLive(id) }) else { return }
    guard let (directory, status) = try? tree.open(id) else {
      if isUrgent { followUps.insertWhole(id) }
      return
    }
    // Where a link to a file copies it up, the directories above its other names change in silence.
    noteOwnStatus(of: id, directory, status)
    var names: [[UInt8]] = []
    var block = NameBlock()
    do throws(Errno) {
      while try tree.disk.readNames(from: directory, into: &block) {
        let hashing = tree.withTree { $0.nameHashing(in: id) }
        for name in block.names {
          let bytes = block.bytes(of: name)
          if isWanted(hashing(bytes)) { names.append(bytes) }
        }
        countQuestion()
      }
    } catch {
      return lookLater(at: nil, in: id)
    }
    for name in names { body(name, directory) }
  }
}
