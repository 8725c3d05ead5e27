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
  private var places: [FileIdentity: Int] = [:]
  private var dirty: [Int] = []

  var count: Int { places.count }
  var hasDirty: Bool { !dirty.isEmpty }

  func place(of identity: FileIdentity) -> Int? { places[identity] }

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
    let inode = LinkedInode(identity: status.identity, status: status)
    let place: Int
    if let free = free.popLast() {
      place = free
      inodes[place] = inode
    } else {
      place = inodes.count
      inodes.append(inode)
    }
    places[status.identity] = place
    return place
  }

  mutating func remove(_ place: Int) {
    places[self[place].identity] = nil
    inodes[place] = nil
    free.append(place)
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
