internal import SystemCalls

extension Sweep {
  /// What a worker reads names into.
  struct Blocks {
    var small = NameBlock()
    var large = NameBlock(capacity: 4 << 20)
  }

  /// Lists a directory, up to its end or to so many subdirectories.
  /// - Returns: whether that is the end.
  func list(
    _ visit: Visit, _ descriptor: Descriptor, _ blocks: inout Blocks, _ children: inout [Visit]
  ) throws(Obstacle) -> Bool {
    // To look is allowed in a locked one too.
    if visit.isUnread, remover.mode != .survey { try remover.disk.checkLock(of: descriptor) }
    // The root may have been read before.
    if !visit.isUnread || visit.parent == nil {
      try remover.disk.perform { disk throws(Errno) in try disk.seek(descriptor, to: visit.position) }
    }
    let known = visit.pass == 1 ? [] : queue.kept(in: visit)
    guard try readNames(descriptor, &blocks.small) else { return true }
    try take(blocks.small, in: visit, descriptor, known, &children)
    if blocks.small.isFull, children.isEmpty {
      // Many files in one place: in the order of their inodes they go in half the time.
      while children.count < VisitQueue.childLimit, try readNames(descriptor, &blocks.large) {
        blocks.large.sortByInode()
        try take(blocks.large, in: visit, descriptor, known, &children)
      }
    }
    while children.count < VisitQueue.childLimit {
      guard try readNames(descriptor, &blocks.small) else { return true }
      try take(blocks.small, in: visit, descriptor, known, &children)
    }
    return false
  }

  private func take(
    _ block: NameBlock, in visit: Visit, _ descriptor: Descriptor, _ known: Set<[UInt8]>,
    _ children: inout [Visit]
  ) throws(Obstacle) {
    for entry in block.names {
      if signals.isCancelled { return }
      try checkPlace(of: visit, descriptor)
      signals.publishProgress()
      take(block.bytes(of: entry), entry.kind, in: visit, descriptor, known, &children)
    }
    visit.position = block.end
  }

  private func readNames(_ descriptor: Descriptor, _ block: inout NameBlock) throws(Obstacle) -> Bool {
    guard !signals.isCancelled else { return false }
    return try remover.disk.perform { disk throws(Errno) in try disk.readNames(from: descriptor, into: &block) }
  }
}
