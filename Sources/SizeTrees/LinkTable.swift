internal import SystemCalls

/// The inodes with several names, by place and by identity.
struct LinkTable {
  private var inodes: [LinkedInode] = []
  private var free: [Int] = []
  /// The place of the first inode with these bits; it leads to the others.
  private var places: [UInt32: UInt32] = [:]
  private var filter = IdentityFilter()
  private var dirty: [Int] = []
  private(set) var count = 0

  var hasDirty: Bool { !dirty.isEmpty }

  /// What a record points at. Its identity stays; a place that is free must not be asked for.
  subscript(place: Int) -> LinkedInode {
    _read { yield inodes[place] }
    _modify { yield &inodes[place] }
  }

  func place(of identity: FileIdentity) -> Int? {
    guard filter.mayHold(identity.bits), var place = places[identity.bits] else { return nil }
    while place != LinkedInode.none {
      if inodes[Int(place)].identity == identity { return Int(place) }
      place = inodes[Int(place)].next
    }
    return nil
  }

  /// Whether a record with these bits may belong to an inode in the table: false for nearly all others.
  func mayHold(_ bits: UInt32) -> Bool { filter.mayHold(bits) }

  /// The inodes that a record with these bits may belong to, if they have names.
  func identities(withBits bits: UInt32) -> [FileIdentity] {
    var identities: [FileIdentity] = []
    var place = places[bits] ?? LinkedInode.none
    while place != LinkedInode.none {
      let inode = inodes[Int(place)]
      if inode.names.first != nil { identities.append(inode.identity) }
      place = inode.next
    }
    return identities
  }

  mutating func insert(_ status: FileStatus) -> Int {
    var inode = LinkedInode(status)
    let place = free.popLast() ?? inodes.count
    inode.next = places.updateValue(UInt32(place), forKey: status.identity.bits) ?? LinkedInode.none
    if place == inodes.count {
      inodes.append(inode)
    } else {
      inodes[place] = inode
    }
    count += 1
    if filter.isFull(with: count) {
      filter = IdentityFilter(for: places.keys)
    } else {
      filter.insert(status.identity.bits)
    }
    return place
  }

  mutating func remove(_ place: Int) {
    let bits = inodes[place].identity.bits
    let next = inodes[place].next
    if let first = places[bits], first != place {
      var previous = Int(first)
      while inodes[previous].next != place { previous = Int(inodes[previous].next) }
      inodes[previous].next = next
    } else {
      places[bits] = next == LinkedInode.none ? nil : next
    }
    free.append(place)
    count -= 1
    if count == 0 { filter = IdentityFilter() }
  }

  /// Has an inode charged anew by the end of the batch.
  mutating func markDirty(_ place: Int) {
    guard !inodes[place].isDirty else { return }
    inodes[place].isDirty = true
    dirty.append(place)
  }

  mutating func takeDirty() -> [Int] {
    var taken: [Int] = []
    swap(&taken, &dirty)
    for place in taken { inodes[place].isDirty = false }
    return taken
  }

  var entries: [(place: Int, inode: LinkedInode)] {
    let free = Set(free)
    return inodes.indices.filter { !free.contains($0) }.map { ($0, inodes[$0]) }
  }

  var reservedBytes: Int {
    inodes.capacity * MemoryLayout<LinkedInode>.stride + places.capacity * 2 * MemoryLayout<UInt32>.stride
  }
}
