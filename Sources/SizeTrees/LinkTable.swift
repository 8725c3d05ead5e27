internal import SystemCalls

/// A name as the tree keeps it: a directory and a hash.
package struct LinkedName: Hashable, Sendable {
  package let directory: DirectoryID
  package let hash: NameHash
}

/// An inode that has, or may have, several names. It counts once in every directory with a name below it.
struct LinkedInode {
  let identity: FileIdentity
  var status: FileStatus
  var names: LinkedNames = LinkedNames()
  /// What is in the sums of all directories above its names now; nil when nothing is.
  var charged: Sums?
  var isDirty = false
  /// Another inode whose identity has the same bits.
  var next: Int?

  var sums: Sums { .file(status.blocks, status.apparentBytes) }
}

/// The names of one inode: mostly two, sometimes tens of thousands.
struct LinkedNames {
  private var few: [LinkedName] = []
  private var many: Set<LinkedName> = []
  private static let fewLimit = 16

  var count: Int { few.count + many.count }
  var all: [LinkedName] { many.isEmpty ? few : Array(many) }

  mutating func insert(_ name: LinkedName) {
    if !many.isEmpty {
      many.insert(name)
    } else if !few.contains(name) {
      few.append(name)
      guard few.count > Self.fewLimit else { return }
      many = Set(few)
      few = []
    }
  }

  mutating func remove(_ name: LinkedName) {
    if many.isEmpty {
      few.removeAll { $0 == name }
    } else {
      many.remove(name)
    }
  }
}

/// The inodes with several names, by place and by identity.
struct LinkTable {
  private var inodes: [LinkedInode?] = []
  private var free: [Int] = []
  /// The first inode with these bits; it leads to the others.
  private var places: [UInt32: Int] = [:]
  private var dirty: [Int] = []
  private(set) var count = 0

  var hasDirty: Bool { !dirty.isEmpty }

  func place(of identity: FileIdentity) -> Int? {
    var place = places[identity.bits]
    while let here = place, self[here].identity != identity { place = self[here].next }
    return place
  }

  /// The inodes that a record with these bits may belong to, if they have names.
  func identities(withBits bits: UInt32) -> [FileIdentity] {
    guard count > 0, let first = places[bits] else { return [] }
    return sequence(first: first) { self[$0].next }.map { self[$0] }.filter { $0.names.count > 0 }.map(\.identity)
  }

  subscript(place: Int) -> LinkedInode {
    get {
      guard let inode = inodes[place] else { preconditionFailure("a record points at an inode in the table") }
      return inode
    }
    _modify {
      guard var inode = inodes[place] else { preconditionFailure("a record points at an inode in the table") }
      inodes[place] = nil
      defer { inodes[place] = inode }
      yield &inode
    }
  }

  mutating func insert(_ status: FileStatus) -> Int {
    var inode = LinkedInode(identity: status.identity, status: status)
    inode.next = places[status.identity.bits]
    let place: Int
    if let free = free.popLast() {
      place = free
      inodes[place] = inode
    } else {
      place = inodes.count
      inodes.append(inode)
    }
    places[status.identity.bits] = place
    count += 1
    return place
  }

  mutating func remove(_ place: Int) {
    let bits = self[place].identity.bits
    let next = self[place].next
    if places[bits] == place {
      places[bits] = next
    } else {
      var previous = places[bits]
      while let here = previous, self[here].next != place { previous = self[here].next }
      if let previous { self[previous].next = next }
    }
    inodes[place] = nil
    free.append(place)
    count -= 1
  }

  /// Has an inode charged anew by the end of the batch.
  mutating func markDirty(_ place: Int) {
    guard !self[place].isDirty else { return }
    self[place].isDirty = true
    dirty.append(place)
  }

  mutating func takeDirty() -> [Int] {
    defer { dirty.removeAll(keepingCapacity: true) }
    for place in dirty { self[place].isDirty = false }
    return dirty
  }

  var entries: [(place: Int, inode: LinkedInode)] {
    inodes.indices.compactMap { place in inodes[place].map { (place, $0) } }
  }
}
