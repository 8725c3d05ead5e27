internal import SystemCalls

extension SizeTree {
  /// Makes every directory's sums anew from the entries: the remedy for sums that fell below zero, which is a bug.
  ///
  /// O(entries + sum of the depths).
  package func rebuildSums() {
    let live = nodes.indices.lazy.filter { self.nodes[$0].isLive }.map { DirectoryID(rawValue: UInt32($0)) }
    var totals: [DirectoryID: Sums] = [:]
    // Children before parents.
    for (_, id) in live.map({ (self.depth(of: $0), $0) }).sorted(by: { $0.0 > $1.0 }) {
      let total = (totals.removeValue(forKey: id) ?? Sums()) + ownSums(of: id)
      let parent = nodes[id.index].parent
      if parent != .none { totals[parent, default: Sums()] += total }
      publish(total, of: id)
    }
    for (place, _) in links.entries {
      links[place].isCharged = false
      links.markDirty(place)
    }
    settleLinks()
  }

  /// The directory itself and its files, without those that have several names.
  private func ownSums(of id: DirectoryID) -> Sums {
    var sums = Sums.directory(nodes[id.index].blocks)
    nodes[id.index].records.forEach { record in
      if case .largeFile(let index) = record.content {
        sums += .file(largeFiles[index].blocks, largeFiles[index].apparentBytes)
      } else {
        sums += record.ownSums
      }
    }
    return sums
  }
}
