internal import SystemCalls

extension Sweep {
  /// What a worker reads names into.
  struct Blocks {
    var small = NameBlock()
    var large = NameBlock(capacity: 4 << 20)
  }

  /// How many entries go until those who wait may look at the progress.
  private static let progressInterval = 256
  /// How many subdirectories of one directory are put off at a time.
  private static let childLimit = 1024

  /// Lists a directory, up to its end or to so many subdirectories.
  /// - Returns: whether that is the end.
  func list(
    _ visit: Visit, _ descriptor: Descriptor, _ blocks: inout Blocks, _ children: inout [Visit]
  ) throws(Obstacle) -> Bool {
    let isNew = visit.pass == 1 && visit.position == 0
    // To look is allowed in a locked one too.
    if isNew, remover.mode != .survey { try remover.disk.checkLock(of: descriptor) }
    if isNew { places.note(visit) }
    // The root may have been read before.
    if !isNew || visit.parent == nil {
      try remover.disk.perform { disk throws(Errno) in try disk.seek(descriptor, to: visit.position) }
    }
    let known = visit.pass == 1 ? [] : queue.kept(in: visit)
    guard try readNames(descriptor, &blocks.small) else { return true }
    try take(blocks.small, in: visit, descriptor, known, &children)
    if blocks.small.isFull, children.isEmpty {
      // Many files in one place: in the order of their inodes they go in half the time.
      while children.count < Self.childLimit, try readNames(descriptor, &blocks.large) {
        blocks.large.sortByInode()
        try take(blocks.large, in: visit, descriptor, known, &children)
      }
    }
    while children.count < Self.childLimit {
      guard try readNames(descriptor, &blocks.small) else { return true }
      try take(blocks.small, in: visit, descriptor, known, &children)
    }
    return false
  }

  private func take(
    _ block: NameBlock, in visit: Visit, _ descriptor: Descriptor, _ known: Set<[UInt8]>,
    _ children: inout [Visit]
  ) throws(Obstacle) {
    for (index, entry) in block.names.enumerated() {
      if signals.isCancelled { return }
      if index % VisitPlaces.lookInterval == 0 { try checkPlace(of: visit, descriptor) }
      if index % Self.progressInterval == 0 { signals.publishProgress() }
      take(block.bytes(of: entry), entry.kind, in: visit, descriptor, known, &children)
    }
    visit.position = block.end
  }

  private func readNames(_ descriptor: Descriptor, _ block: inout NameBlock) throws(Obstacle) -> Bool {
    guard !signals.isCancelled else { return false }
    return try remover.disk.perform { disk throws(Errno) in try disk.readNames(from: descriptor, into: &block) }
  }
}
