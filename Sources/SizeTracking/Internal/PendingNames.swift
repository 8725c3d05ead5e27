internal import SizeTrees
internal import SystemCalls

/// Names of one directory, each once, with a hint: in a storm they come by the hundred thousand, so they lie in one piece
/// of memory.
struct PendingNames {
  private struct Entry {
    var start: Int
    var length: Int
    var hash: Int
    var hint: PendingChanges.Hint
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// Where the entries are, counted from 1, by their hashes: open addressing, at most half full. Empty while a look at
  /// each entry is quicker.
  private var table: [Int32] = []

  private static let entriesWithoutTable = 8

  var count: Int { entries.count }

  mutating func removeAll() { self = PendingNames() }

  /// Adds a name, or to the hint of one that is there.
  mutating func insert(_ name: Span<UInt8>, _ hint: PendingChanges.Hint) {
    // What is done to a file in one go is several events in a row.
    if let last = entries.indices.last, holds(name, at: last) { return add(hint, at: last) }
    let hash = Self.hash(name)
    if let known = find(name, hash) { return add(hint, at: known) }
    entries.append(Entry(start: bytes.count, length: name.count, hash: hash, hint: hint))
    bytes.append(copying: name)
    if 2 * entries.count > table.count, entries.count > Self.entriesWithoutTable {
      makeTable()
    } else if !table.isEmpty {
      place(entries.count - 1)
    }
  }

  private mutating func add(_ hint: PendingChanges.Hint, at index: Int) {
    // Whether the name is gone is for the last event to say.
    entries[index].hint.remove(.gone)
    entries[index].hint.formUnion(hint)
  }

  /// How many names are gone, if the events came in their order.
  var goneCount: Int { entries.count { $0.hint.contains(.gone) } }

  /// Notes that a name is there, whatever an event said.
  mutating func markThere(_ name: Span<UInt8>) {
    if let known = find(name, Self.hash(name)) { entries[known].hint.remove(.gone) }
  }

  /// Calls with each name, in the order of their coming.
  func forEach(_ body: (_ name: Span<UInt8>, _ hint: PendingChanges.Hint) -> Void) {
    let bytes = bytes.span
    for entry in entries { body(bytes.extracting(entry.start..<entry.start + entry.length), entry.hint) }
  }

  private static func hash(_ name: Span<UInt8>) -> Int {
    Int(NameHashing.standard(name, salt: 0).rawValue)
  }

  private func holds(_ name: Span<UInt8>, at index: Int) -> Bool {
    let entry = entries[index]
    return bytes.span.extracting(entry.start..<entry.start + entry.length).hasBytes(of: name)
  }

  private func find(_ name: Span<UInt8>, _ hash: Int) -> Int? {
    if table.isEmpty {
      for index in entries.indices where entries[index].hash == hash && holds(name, at: index) { return index }
      return nil
    }
    var slot = hash & (table.count - 1)
    while table[slot] != 0 {
      let index = Int(table[slot]) - 1
      if entries[index].hash == hash, holds(name, at: index) { return index }
      slot = (slot + 1) & (table.count - 1)
    }
    return nil
  }

  private mutating func makeTable() {
    table = [Int32](repeating: 0, count: max(64, 2 * table.count))
    for index in entries.indices { place(index) }
  }

  private mutating func place(_ index: Int) {
    var slot = entries[index].hash & (table.count - 1)
    while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
    table[slot] = Int32(index) + 1
  }
}
