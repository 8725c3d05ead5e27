internal import SizeTrees

/// What is known about each directory in which something may have changed.
///
/// In a storm each of a million events asks for its directory, mostly for one of a few: those are found without the
/// dictionary, whose hash takes longer than all else that is done with an event.
struct PendingDirectories {
  private struct Entry {
    let id: DirectoryID
    var changes = PendingChanges.Directory()
  }

  private var entries: [Entry] = []
  private var places: [DirectoryID: Int] = [:]
  /// Where the entry of a directory with these lower bits was last found.
  private var recent = [Int](repeating: 0, count: Self.recentCount)

  private static let recentCount = 64

  var isEmpty: Bool { entries.isEmpty }
  var keys: some Collection<DirectoryID> { places.keys }

  func contains(_ id: DirectoryID) -> Bool { places[id] != nil }

  /// What is known of a directory; nothing so far, where it is new.
  subscript(id: DirectoryID) -> PendingChanges.Directory {
    mutating get { entries[place(of: id)].changes }
    _modify { yield &entries[place(of: id)].changes }
  }

  private mutating func place(of id: DirectoryID) -> Int {
    let slot = Int(id.rawValue) & (Self.recentCount - 1)
    let guess = recent[slot]
    if guess < entries.count, entries[guess].id == id { return guess }
    let place = places[id] ?? entries.count
    if place == entries.count {
      entries.append(Entry(id: id))
      places[id] = place
    }
    recent[slot] = place
    return place
  }

  /// Takes out what is known about one directory.
  mutating func remove(_ id: DirectoryID) -> PendingChanges.Directory? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    // The last one takes the place.
    entries.swapAt(place, entries.count - 1)
    let entry = entries.removeLast()
    if place < entries.count { places[entries[place].id] = place }
    return entry.changes
  }

  mutating func removeAll() { self = PendingDirectories() }

  /// Calls with each directory.
  func forEach(_ body: (DirectoryID, PendingChanges.Directory) -> Void) {
    for entry in entries { body(entry.id, entry.changes) }
  }
}
