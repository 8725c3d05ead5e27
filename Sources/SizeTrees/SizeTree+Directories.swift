package import SystemCalls

extension SizeTree {
  /// Adds an empty directory. A file or directory of that name must have been removed. O(depth).
  package func insertDirectory(
    named name: [UInt8], in parent: DirectoryID, _ status: FileStatus
  ) -> DirectoryID {
    let id = makeNode(status, parent: .none)
    publishAsNew(id)
    attach(id, to: parent, named: name)
    return id
  }

  func publishAsNew(_ id: DirectoryID) {
    // Written before it is read: a page that is read first is mapped to the kernel's zeros, and copied when written.
    publish(.directory(nodes[id.index].blocks), of: id)
  }

  /// Takes over what the disk says about a directory itself: its own size, and its identity. O(depth).
  package func setOwnStatus(of id: DirectoryID, _ status: FileStatus) {
    add(noteOwn(status, of: id), to: id)
  }

  /// - Returns: what that changes in the sums of the directory and of those above it.
  func noteOwn(_ status: FileStatus, of id: DirectoryID) -> Sums {
    setIdentity(status.identity, of: id)
    let blocks = UInt32(clamping: status.blocks)
    let difference = WideSum(blocks) &- WideSum(nodes[id.index].blocks)
    nodes[id.index].blocks = blocks
    return Sums(allocatedBytes: difference &* 512)
  }

  /// Takes a directory, with everything in it, out of the sums above it. It stays whole and can be attached again.
  ///
  /// O(depth), and the names of inodes with several of them below.
  package func detach(_ id: DirectoryID) {
    let parent = nodes[id.index].parent
    precondition(parent != .none, "the root and a detached directory have no parent")
    let hash = hashing(name(of: id).span, salt: nodes[parent.index].salt)
    if let slot = nodes[parent.index].records.find(hash) { nodes[parent.index].records.remove(at: slot) }
    cut(id, from: parent)
  }

  /// Takes a directory out of its parent's sums; its record is the caller's affair.
  func cut(_ id: DirectoryID, from parent: DirectoryID) {
    unchargeLinks(below: id)
    add(Sums() - sums(of: id), to: parent)
    countLinkedNames(below: id, in: parent, sign: -1)
    moveReasons(of: id, to: parent, sign: -1)
    nodes[id.index].parent = .none
    published.structureChanges()
  }

  /// Puts a detached directory, with everything in it, into another place. O(depth), and as `detach`.
  package func attach(_ id: DirectoryID, to parent: DirectoryID, named name: [UInt8]) {
    setName(name, of: id)
    let record = FileRecord(nameHash(of: name, in: parent), directory: id)
    nodes[parent.index].records.insert(record)
    join(id, to: parent)
  }

  /// Puts a directory into its new parent's sums; its record is the caller's affair.
  func join(_ id: DirectoryID, to parent: DirectoryID) {
    precondition(nodes[id.index].parent == .none, "a directory is detached before it is attached")
    unchargeLinks(below: id)
    nodes[id.index].parent = parent
    published.structureChanges()
    add(sums(of: id), to: parent)
    countLinkedNames(below: id, in: parent, sign: 1)
    moveReasons(of: id, to: parent, sign: 1)
  }

  private func countLinkedNames(below id: DirectoryID, in parent: DirectoryID, sign: Int) {
    let count = Int(nodes[id.index].linkedNames)
    guard count > 0 else { return }
    var next = parent
    while next != .none {
      nodes[next.index].linkedNames = UInt32(Int(nodes[next.index].linkedNames) + sign * count)
      next = nodes[next.index].parent
    }
  }

  /// Forgets a detached directory and everything in it. Calls with each directory and its watch.
  package func discard(_ id: DirectoryID, each body: (DirectoryID, _ watch: Int32?) -> Void) {
    precondition(nodes[id.index].parent == .none && id != .root, "a directory is detached before it is discarded")
    unchargeLinks(below: id)
    let all = subtree(of: id)
    for directory in all {
      let records = nodes[directory.index].records
      records.forEach { _ = release($0, in: directory) }
    }
    for directory in all {
      body(directory, watch(of: directory))
      freeNode(directory)
    }
  }
}
