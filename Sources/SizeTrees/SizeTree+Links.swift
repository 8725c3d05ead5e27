package import SystemCalls

/// An inode with several names adds its size once to the union of the directories above them.
///
/// Every edit takes the whole charge back first, with the names and directories that it was made with;
/// `settleLinks()` makes it anew. However many names a batch adds, they cost one pass.
extension SizeTree {
  /// Charges every inode whose names or sizes changed. Cheap when there is none.
  package func settleLinks() {
    guard links.hasDirty else { return }
    for place in links.takeDirty() {
      noteOutsideNames(place)
      let inode = links[place]
      guard let name = inode.names.first else {
        links.remove(place)
        continue
      }
      if inode.links < 2, inode.names.count == 1 {
        makePlain(place, inode, name)
      } else {
        add(inode.sums, above: inode.names)
        links[place].isCharged = true
      }
    }
  }

  /// Which regular files came to have names outside of the tree since the last call (true), or have none any more.
  package func takeOutsideLinkChanges() -> [FileIdentity: Bool] {
    var changes: [FileIdentity: Bool] = [:]
    swap(&changes, &outsideLinkChanges)
    return changes
  }

  func recountOutsideNames() {
    for (place, _) in links.entries { uncharge(place) }
  }

  private func noteOutsideNames(_ place: Int) {
    let inode = links[place]
    let names = inode.names.count
    let isSuspect = suspectsOutsideNames && inode.links > 1
    let hasOutsideNames = inode.kind == .regular && names > 0 && (names < Int(inode.links) || isSuspect)
    guard hasOutsideNames != inode.hasOutsideNames else { return }
    links[place].hasOutsideNames = hasOutsideNames
    if notesOutsideLinks { outsideLinkChanges[inode.identity] = hasOutsideNames }
  }

  /// The names of an inode that the tree knows, when it has or may have several.
  package func namesOfLinked(_ identity: FileIdentity) -> [LinkedName] {
    links.place(of: identity).map { links[$0].names.all } ?? []
  }

  /// One pass over all records: where another name of these inodes may be. The disk has to confirm.
  package func findRecords(
    withInodeBitsOf identities: [FileIdentity]
  ) -> [(identity: FileIdentity, name: LinkedName)] {
    var wanted: [UInt32: [FileIdentity]] = [:]
    for identity in identities { wanted[identity.bits, default: []].append(identity) }
    var found: [(FileIdentity, LinkedName)] = []
    for index in nodes.indices where nodes[index].isLive {
      let id = DirectoryID(rawValue: UInt32(index))
      nodes[index].records.forEach { record in
        guard record.isPlainFile, let identities = wanted[record.identityBits] else { return }
        for identity in identities { found.append((identity, LinkedName(directory: id, hash: record.hash))) }
      }
    }
    return found
  }

  // MARK: Charges

  /// Takes an inode out of the sums, and has it charged anew by the end of the batch.
  func uncharge(_ place: Int) {
    links.markDirty(place)
    guard links[place].isCharged else { return }
    links[place].isCharged = false
    add(Sums() - links[place].sums, above: links[place].names)
  }

  /// Adds once to each directory that has one of the names below it.
  private func add(_ sums: Sums, above names: LinkedNames) {
    if names.count == 1 {
      names.forEach { add(sums, to: $0.directory) }
      return
    }
    visited.begin(among: nodes.count)
    names.forEach { name in
      var next = name.directory
      while next != .none, visited.visit(next) {
        addHere(sums, to: next)
        next = nodes[next.index].parent
      }
    }
  }

  private func makePlain(_ place: Int, _ inode: LinkedInode, _ name: LinkedName) {
    guard let slot = nodes[name.directory.index].records.find(name.hash) else { return }
    let status = inode.status(lastUse: nodes[name.directory.index].records[slot].lastUse)
    nodes[name.directory.index].records[slot] = makePlainRecord(name.hash, status)
    countLinkedNames(-1, in: name.directory)
    links.remove(place)
    add(inode.sums, to: name.directory)
  }

  // MARK: Names

  func update(_ place: Int, _ status: FileStatus) {
    guard !links[place].hasSizes(of: status) || links[place].links != status.links else { return }
    uncharge(place)
    links[place].take(status)
  }

  func insertName(_ name: LinkedName, at place: Int) {
    uncharge(place)
    links[place].names.insert(name)
    countLinkedNames(1, in: name.directory)
  }

  func removeName(_ name: LinkedName, at place: Int) {
    uncharge(place)
    links[place].names.remove(name)
    countLinkedNames(-1, in: name.directory)
  }

  private func countLinkedNames(_ difference: Int, in id: DirectoryID) {
    var next = id
    while next != .none {
      nodes[next.index].linkedNames = UInt32(Int(nodes[next.index].linkedNames) + difference)
      next = nodes[next.index].parent
    }
  }

  /// Takes every inode with a name in a subtree out of the sums. O(directories with such names below them, and names).
  func unchargeLinks(below top: DirectoryID) {
    guard nodes[top.index].linkedNames > 0 else { return }
    var stack = [top]
    while let id = stack.popLast() {
      nodes[id.index].records.forEach { record in
        switch record.content {
        case .linked(let place): uncharge(place)
        case .directory(let child) where nodes[child.index].linkedNames > 0: stack.append(child)
        default: break
        }
      }
    }
  }
}
