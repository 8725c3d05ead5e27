internal import Synchronization
internal import SystemCalls

extension SizeTree {
  /// Recomputes everything that the tree keeps from its records alone, and says what differs: for tests.
  ///
  /// The links must be settled. O(entries, and the directories above each name of an inode with several).
  package func checkInvariants() -> [String] {
    let order = liveDirectories()
    return checkNodes(order) + checkRecords(order) + checkLinks(order) + checkSums(order) + checkReasons(order)
      + checkTables(order)
  }

  /// The bytes that the tree has asked memory for: nodes, published rows, names, and records with what `malloc` adds.
  ///
  /// O(directories). Large files and reasons are not in it, nor inodes' names beyond the first.
  package var reservedBytes: Int {
    let perDirectory = MemoryLayout<Node>.stride + MemoryLayout<PublishedTotals.Row>.stride
    return nodes.reduce(nodes.count * perDirectory + names.reservedBytes + links.reservedBytes + visited.reservedBytes)
    {
      $0 + $1.records.reservedBytes
    }
  }

  /// Every directory that a parentless one leads to, parents before children.
  private func liveDirectories() -> [DirectoryID] {
    nodes.indices.filter { nodes[$0].isLive && nodes[$0].parent == .none }
      .flatMap { subtree(of: DirectoryID(rawValue: UInt32($0))) }
  }

  // MARK: Structure

  private func checkNodes(_ order: [DirectoryID]) -> [String] {
    var problems: [String] = []
    if Set(order).count != order.count { problems.append("a directory has two places") }
    if order.count != nodes.count(where: \.isLive) { problems.append("a live directory has no place") }
    if Set(freeNodes).count != freeNodes.count { problems.append("a node is free twice") }
    if freeNodes.count + order.count != nodes.count { problems.append("a node is neither live nor free") }
    for id in freeNodes {
      if nodes[id.index].isLive { problems.append("\(id) is free and live") }
      if sums(of: id) != Sums() { problems.append("\(id) is free and has sums") }
    }
    for id in order {
      guard let parent = parent(of: id) else { continue }
      if child(named: name(of: id), of: parent) != id { problems.append("\(id): its parent has no record of it") }
    }
    return problems
  }

  private func checkRecords(_ order: [DirectoryID]) -> [String] {
    var problems: [String] = []
    for id in order {
      let records = nodes[id.index].records
      var count = 0
      for slot in records.slots where !records[slot].isEmpty {
        count += 1
        if records.find(records[slot].hash) != slot { problems.append("\(id): slot \(slot) cannot be found") }
        guard case .directory(let child) = records[slot].content else { continue }
        if parent(of: child) != id { problems.append("\(id): \(child) is not its child") }
      }
      if count != records.count { problems.append("\(id): \(count) records are counted as \(records.count)") }
    }
    return problems
  }

  private func checkTables(_ order: [DirectoryID]) -> [String] {
    var problems: [String] = []
    var large: [Int] = []
    for id in order {
      nodes[id.index].records.forEach { if case .largeFile(let index) = $0.content { large.append(index) } }
    }
    if large.count != largeFiles.count || Set(large).count != large.count {
      problems.append("\(large.count) large files of \(largeFiles.count) have records")
    }
    let nameBytes = order.reduce(0) { $0 + names.roomOfName(at: nodes[$1.index].name) }
    if nameBytes != names.usedBytes { problems.append("\(nameBytes) bytes of names are \(names.usedBytes)") }
    if underflows != 0 { problems.append("sums fell below zero \(underflows) times") }
    return problems
  }

  // MARK: Sums

  /// What each directory holds itself, added up.
  private func checkSums(_ order: [DirectoryID]) -> [String] {
    var expected = [Sums](repeating: Sums(), count: nodes.count)
    for id in order.reversed() {
      expected[id.index] += .directory(nodes[id.index].blocks)
      nodes[id.index].records.forEach { record in
        if case .largeFile(let index) = record.content {
          expected[id.index] += .file(largeFiles[index].blocks, largeFiles[index].apparentBytes)
        } else {
          expected[id.index] += record.ownSums
        }
      }
      if let parent = parent(of: id) { expected[parent.index] += expected[id.index] }
    }
    for (_, inode) in links.entries {
      for id in directoriesAbove(inode) { expected[id.index] += inode.sums }
    }
    return order.compactMap { id in
      let limit = WideSum(UInt64.max)
      let sums = expected[id.index]
      let isWide = sums.allocatedBytes > limit || sums.apparentBytes > limit
      if self.sums(of: id) == sums, (wideSums[id] != nil) == isWide, isPublished(sums, of: id) { return nil }
      return "\(id): \(self.sums(of: id)) should be \(sums)"
    }
  }

  private func isPublished(_ sums: Sums, of id: DirectoryID) -> Bool {
    guard let usage = published.totals(of: handle(of: id)) else { return false }
    return usage.allocatedBytes == UInt64(clamping: sums.allocatedBytes)
      && usage.apparentBytes == UInt64(clamping: sums.apparentBytes) && Int(usage.files) == sums.files
      && Int(usage.directories) == sums.directories
  }

  // MARK: Links

  private func checkLinks(_ order: [DirectoryID]) -> [String] {
    var problems: [String] = []
    var names: [Int: Set<LinkedName>] = [:]
    var counts = [Int](repeating: 0, count: nodes.count)
    for id in order.reversed() {
      nodes[id.index].records.forEach { record in
        guard case .linked(let place) = record.content else { return }
        names[place, default: []].insert(LinkedName(directory: id, hash: record.hash))
        counts[id.index] += 1
      }
      if counts[id.index] != Int(nodes[id.index].linkedNames) { problems.append("\(id): linked names are miscounted") }
      if let parent = parent(of: id) { counts[parent.index] += counts[id.index] }
    }
    if links.hasDirty { problems.append("links are not settled") }
    let entries = links.entries
    if entries.count != names.count || links.count != names.count {
      problems.append("the link table has \(links.count) inodes, and records have \(names.count)")
    }
    for (place, inode) in entries {
      if links.place(of: inode.identity) != place { problems.append("\(inode.identity) is not found in its place") }
      if Set(inode.names.all) != names[place] || inode.names.count != names[place]?.count {
        problems.append("\(inode.identity) has other names than its records")
      }
      if !inode.isCharged { problems.append("\(inode.identity) is in no sums") }
    }
    return problems
  }

  private func directoriesAbove(_ inode: LinkedInode) -> Set<DirectoryID> {
    var above: Set<DirectoryID> = []
    for name in inode.names.all {
      var next: DirectoryID? = name.directory
      while let id = next, above.insert(id).inserted { next = parent(of: id) }
    }
    return above
  }

  // MARK: Reasons

  private func checkReasons(_ order: [DirectoryID]) -> [String] {
    var problems: [String] = []
    var expected = [ReasonCounts](repeating: ReasonCounts(), count: nodes.count)
    for id in order.reversed() {
      let own = reasons(at: id)
      for lane in 0..<ReasonCounts.scalarCount where own & (1 << lane) != 0 { expected[id.index][lane] += 1 }
      if let parent = parent(of: id) { expected[parent.index] &+= expected[id.index] }
      var bits: UInt16 = 0
      for lane in 0..<ReasonCounts.scalarCount where expected[id.index][lane] > 0 { bits |= 1 << lane }
      if (reasonCounts[id] ?? ReasonCounts()) != expected[id.index] { problems.append("\(id): reasons are miscounted") }
      if published.withRow(id, { $0.reasons.load(ordering: .relaxed) }) != bits {
        problems.append("\(id): other reasons are published than hold")
      }
    }
    if reasonCounts.count > order.count { problems.append("a directory that is gone has reasons") }
    return problems
  }
}
