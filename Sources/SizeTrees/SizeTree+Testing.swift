internal import SystemCalls

extension SizeTree {
  /// Recomputes everything that the tree keeps from its records alone, and says what differs: for tests.
  package func checkInvariants() -> [String] {
    var problems: [String] = []
    var expected = [Sums](repeating: Sums(), count: nodes.count)
    var linkedNames = [Int](repeating: 0, count: nodes.count)
    var namesOfPlaces: [Int: Set<LinkedName>] = [:]

    for index in nodes.indices where nodes[index].isLive {
      let id = DirectoryID(rawValue: UInt32(index))
      var own = Sums.directory(nodes[index].blocks)
      var count = 0
      nodes[index].records.forEach { record in
        count += 1
        switch record.content {
        case .file: own += record.ownSums
        case .largeFile(let index): own += .file(largeFiles[index].blocks, largeFiles[index].apparentBytes)
        case .linked(let place):
          namesOfPlaces[place, default: []].insert(LinkedName(directory: id, hash: record.hash))
          forEachAncestor(of: id) { linkedNames[$0.index] += 1 }
        case .directory(let child):
          if !isLive(child) || nodes[child.index].parent != id { problems.append("\(id): \(child) is not its child") }
        }
      }
      if count != Int(nodes[index].records.count) { problems.append("\(id): \(count) records are counted wrongly") }
      if let parent = parent(of: id), child(named: name(of: id), of: parent) != id {
        problems.append("\(id): its parent has no record of it")
      }
      forEachAncestor(of: id) { expected[$0.index] += own }
    }
    for (place, names) in namesOfPlaces {
      if Set(links[place].names.all) != names { problems.append("inode \(links[place].identity) has other names") }
      var above: Set<DirectoryID> = []
      for name in names { forEachAncestor(of: name.directory) { above.insert($0) } }
      for id in above { expected[id.index] += links[place].sums }
    }
    if links.count != namesOfPlaces.count { problems.append("the link table has inodes without names") }
    for index in nodes.indices where nodes[index].isLive {
      let id = DirectoryID(rawValue: UInt32(index))
      if sums(of: id) != expected[index] { problems.append("\(id): \(sums(of: id)) should be \(expected[index])") }
      if linkedNames[index] != Int(nodes[index].linkedNames) { problems.append("\(id): linked names are miscounted") }
    }
    return problems
  }

  private func forEachAncestor(of id: DirectoryID, _ body: (DirectoryID) -> Void) {
    var next = id
    while next != .none {
      body(next)
      next = nodes[next.index].parent
    }
  }
}
