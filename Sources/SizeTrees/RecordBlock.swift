/// The records of one directory: a list up to 64 of them, above that a hash table.
///
/// What is made of a listing is as small as it can be, for a tree is mostly such blocks: a list without room, or a table
/// that is five sixths full. One that grows by events is two thirds full first, and up to seven eighths. The owner frees
/// it.
@safe
struct RecordBlock {
  private var base: UnsafeMutablePointer<FileRecord>?
  private(set) var count: UInt32 = 0
  private(set) var capacity: UInt32 = 0

  private static let listLimit = 64

  init() { unsafe base = nil }

  /// A block for so many records.
  init(reserving count: Int) {
    unsafe base = nil
    if count > 0 { allocate(Self.capacity(for: count)) }
  }

  func deallocate() {
    unsafe base?.deallocate()
  }

  /// With what `malloc` adds: 8 bytes, in steps of 16.
  var reservedBytes: Int {
    capacity == 0 ? 0 : (Int(capacity) * MemoryLayout<FileRecord>.stride + 8 + 15) / 16 * 16
  }

  private var isList: Bool { capacity <= Self.listLimit }

  /// A table is filled to five sixths when it is made.
  private static func capacity(for count: Int) -> Int {
    count <= listLimit ? count : count + count / 5
  }

  private mutating func allocate(_ capacity: Int) {
    let memory = UnsafeMutablePointer<FileRecord>.allocate(capacity: capacity)
    unsafe memory.initialize(repeating: .empty, count: capacity)
    unsafe base = memory
    self.capacity = UInt32(capacity)
    count = 0
  }

  // MARK: Access

  /// The places that may hold a record.
  var slots: Range<Int> { 0..<(isList ? Int(count) : Int(capacity)) }

  subscript(slot: Int) -> FileRecord {
    get {
      precondition(slot < Int(capacity), "a slot lies in its block")
      guard let base = unsafe base else { return .empty }
      return unsafe base[slot]
    }
    set {
      precondition(slot < Int(capacity), "a slot lies in its block")
      unsafe base?[slot] = newValue
    }
  }

  /// Where the record of a name is.
  func find(_ hash: NameHash) -> Int? {
    guard count > 0 else { return nil }
    if isList {
      for slot in slots where self[slot].hash == hash { return slot }
      return nil
    }
    var slot = home(hash)
    while true {
      let record = self[slot]
      if record.isEmpty { return nil }
      if record.hash == hash { return slot }
      slot = next(slot)
    }
  }

  /// Calls with every record.
  func forEach(_ body: (FileRecord) -> Void) {
    for slot in slots {
      let record = self[slot]
      if !record.isEmpty { body(record) }
    }
  }

  /// The first slot to look at: hashes spread evenly over any number of slots.
  private func home(_ hash: NameHash) -> Int {
    Int((hash.rawValue << 16).multipliedFullWidth(by: UInt64(capacity)).high)
  }

  private func next(_ slot: Int) -> Int {
    slot + 1 == Int(capacity) ? 0 : slot + 1
  }

  // MARK: Changes

  /// Adds a record whose name is not there yet.
  mutating func insert(_ record: FileRecord) {
    makeRoom()
    if isList {
      let slot = Int(count)
      count += 1
      self[slot] = record
    } else {
      place(record)
    }
  }

  /// Adds a record where there is room for it.
  /// - Returns: false when there is one of the same hash.
  mutating func insertIfNew(_ record: FileRecord) -> Bool {
    if isList {
      for slot in slots where self[slot].hash == record.hash { return false }
      insert(record)
      return true
    }
    var slot = home(record.hash)
    while !self[slot].isEmpty {
      if self[slot].hash == record.hash { return false }
      slot = next(slot)
    }
    self[slot] = record
    count += 1
    return true
  }

  /// Puts a record in the place of the one that has its hash.
  mutating func replace(with record: FileRecord) {
    if let slot = find(record.hash) { self[slot] = record }
  }

  private mutating func place(_ record: FileRecord) {
    var slot = home(record.hash)
    while !self[slot].isEmpty { slot = next(slot) }
    self[slot] = record
    count += 1
  }

  private mutating func makeRoom() {
    let needed = Int(count) + 1
    if needed <= Self.listLimit {
      guard needed > Int(capacity) else { return }
      rebuild(min(Self.listLimit, needed + max(2, needed / 8)))
    } else if isList || needed > Int(capacity) - Int(capacity) / 8 {
      // To two thirds: a directory that grows by one file after the other moves each record three times in all.
      rebuild(needed + needed / 2)
    }
  }

  /// Removes the record in a slot.
  mutating func remove(at slot: Int) {
    if isList {
      self[slot] = self[Int(count) - 1]
      self[Int(count) - 1] = .empty
    } else {
      closeGap(at: slot)
    }
    count -= 1
    shrinkIfSparse()
  }

  /// Moves the records behind a gap forward, as far as each may go, so that every search still ends at a gap.
  private mutating func closeGap(at start: Int) {
    var gap = start
    var slot = next(gap)
    while !self[slot].isEmpty {
      let home = home(self[slot].hash)
      // The record may move when its home does not lie (cyclically) between the gap and itself.
      let staysBehindGap = gap < slot ? home > gap && home <= slot : home > gap || home <= slot
      if !staysBehindGap {
        self[gap] = self[slot]
        gap = slot
      }
      slot = next(slot)
    }
    self[gap] = .empty
  }

  private mutating func shrinkIfSparse() {
    if count == 0 {
      deallocate()
      unsafe base = nil
      capacity = 0
    } else if Int(count) + 16 < Int(capacity) / 2 {
      rebuild(Self.capacity(for: Int(count)))
    }
  }

  private mutating func rebuild(_ capacity: Int) {
    let old = self
    allocate(capacity)
    old.forEach { record in
      if isList {
        self[Int(count)] = record
        count += 1
      } else {
        place(record)
      }
    }
    old.deallocate()
  }
}
