internal import Synchronization
package import SystemCalls

/// The sizes of a directory and of every directory below it.
///
/// Pure: it knows no kernel and asks no disk. One thread at a time edits it; `published` is for all others. Between an
/// edit and `settleLinks()` the inodes with several names may be missing from the sums.
package final class SizeTree {
  /// The numbers, for any thread.
  package let published = PublishedTotals()

  var nodes: [Node] = []
  var freeNodes: [DirectoryID] = []
  var devices: [UInt64] = []
  var names = NameArena()
  var links = LinkTable()
  var largeFiles = LargeFileTable()
  /// Sums that do not fit into 64 bits; what is published of them saturates.
  var wideSums: [DirectoryID: Sums] = [:]
  var ownReasons: [DirectoryID: UInt16] = [:]
  var reasonCounts: [DirectoryID: ReasonCounts] = [:]
  var visited = VisitedDirectories()
  /// Whether anyone wants to know of files that have names outside of the tree.
  package var notesOutsideLinks = false
  var outsideLinkChanges: [FileIdentity: Bool] = [:]
  /// Whether one name may be in the tree under two paths: no file's names can be told to be all inside then.
  package var suspectsOutsideNames = false {
    didSet { if suspectsOutsideNames != oldValue { recountOutsideNames() } }
  }
  /// Subtractions that would have gone below zero: a bug, and 0 unless there is one.
  package internal(set) var underflows = 0
  let hashing: NameHashing

  /// A tree of an empty root.
  package init(root: FileStatus, hashing: NameHashing = .standard) {
    self.hashing = hashing
    _ = makeNode(root, parent: .none)
    add(.directory(nodes[0].blocks), to: .root)
  }

  deinit {
    for node in nodes where node.isLive { node.records.deallocate() }
  }

  // MARK: Nodes

  func makeNode(_ status: FileStatus, parent: DirectoryID) -> DirectoryID {
    let node = Node(
      inode: status.identity.inode, parent: parent, blocks: UInt32(clamping: status.blocks),
      device: deviceIndex(status.identity.device))
    let id: DirectoryID
    if let free = freeNodes.popLast() {
      id = free
      nodes[id.index] = node
    } else {
      id = DirectoryID(rawValue: UInt32(nodes.count))
      nodes.append(node)
      published.reserve(id)
    }
    return id
  }

  /// Frees a node that nothing points at any more. Handles of it are void from now on.
  func freeNode(_ id: DirectoryID) {
    published.structureChanges()
    nodes[id.index].records.deallocate()
    nodes[id.index].records = RecordBlock()
    nodes[id.index].isLive = false
    nodes[id.index].parent = .none
    names.release(nodes[id.index].name)
    nodes[id.index].name = NameArena.empty
    wideSums[id] = nil
    ownReasons[id] = nil
    reasonCounts[id] = nil
    _ = published.withRow(id) { row in
      row.generation.store(row.generation.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
      // Whoever reads a number from below then finds the new generation too.
      atomicMemoryFence(ordering: .releasing)
      row.allocatedBytes.store(0, ordering: .relaxed)
      row.apparentBytes.store(0, ordering: .relaxed)
      row.files.store(0, ordering: .relaxed)
      row.directories.store(0, ordering: .relaxed)
      row.reasons.store(0, ordering: .relaxed)
    }
    freeNodes.append(id)
    compactNamesIfSparse()
  }

  func setName(_ name: [UInt8], of id: DirectoryID) {
    published.structureChanges()
    names.release(nodes[id.index].name)
    nodes[id.index].name = names.append(name)
    compactNamesIfSparse()
  }

  private func compactNamesIfSparse() {
    guard names.isMostlyGarbage else { return }
    var compacted = NameArena()
    for index in nodes.indices where nodes[index].isLive {
      nodes[index].name = compacted.append(names.bytes(at: nodes[index].name))
    }
    names = compacted
  }

  private func deviceIndex(_ device: UInt64) -> UInt16 {
    if let index = devices.firstIndex(of: device) { return UInt16(index) }
    precondition(devices.count < UInt16.max, "a tree lies on fewer than 65,535 file systems")
    devices.append(device)
    return UInt16(devices.count - 1)
  }

  func setIdentity(_ identity: FileIdentity, of id: DirectoryID) {
    nodes[id.index].inode = identity.inode
    nodes[id.index].device = deviceIndex(identity.device)
  }

  // MARK: Sums

  /// Adds to a directory and to everything above it. O(depth).
  func add(_ sums: Sums, to id: DirectoryID) {
    guard !sums.isZero else { return }
    let small = wideSums.isEmpty ? SmallSums(sums) : nil
    var next = id
    while next != .none {
      // Nearly always the numbers fit, and a walk up costs a few additions a step.
      let isDone = small.map { small in published.withRow(next, small.add) == true } ?? false
      if !isDone { addHere(sums, to: next) }
      next = nodes[next.index].parent
    }
  }

  func addHere(_ sums: Sums, to id: DirectoryID) {
    let total = self.sums(of: id) + sums
    publish(total, of: id)
  }

  /// The exact sums of a directory.
  func sums(of id: DirectoryID) -> Sums {
    if !wideSums.isEmpty, let wide = wideSums[id] { return wide }
    return published.withRow(id) { row in
      Sums(
        allocatedBytes: WideSum(row.allocatedBytes.load(ordering: .relaxed)),
        apparentBytes: WideSum(row.apparentBytes.load(ordering: .relaxed)),
        files: Int(row.files.load(ordering: .relaxed)),
        directories: Int(row.directories.load(ordering: .relaxed)))
    } ?? Sums()
  }

  func publish(_ total: Sums, of id: DirectoryID) {
    if total.allocatedBytes < 0 || total.apparentBytes < 0 || total.files < 0 || total.directories < 0 {
      assertionFailure("a directory's sums are never negative")
      underflows += 1
    }
    let limit = WideSum(UInt64.max)
    if total.allocatedBytes > limit || total.apparentBytes > limit {
      wideSums[id] = total
    } else if !wideSums.isEmpty {
      wideSums[id] = nil
    }
    _ = published.withRow(id) { row in
      row.allocatedBytes.store(UInt64(clamping: total.allocatedBytes), ordering: .relaxed)
      row.apparentBytes.store(UInt64(clamping: total.apparentBytes), ordering: .relaxed)
      row.files.store(UInt32(clamping: total.files), ordering: .relaxed)
      row.directories.store(UInt32(clamping: total.directories), ordering: .relaxed)
    }
  }
}
