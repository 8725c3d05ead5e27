/// Who wants the events of which watch. A watch nearly always has one owner; the others are kept aside.
struct WatchTable {
  struct Owner: Hashable {
    var subscriber: UInt16
    var token: WatchToken
    var mask: EventMask
  }

  fileprivate struct Slot {
    var watch: Int32
    var token: UInt32
    var subscriber: UInt16
    /// What can be asked for is in the lower half.
    var mask: UInt16

    static let empty = Slot(watch: 0, token: 0, subscriber: 0, mask: 0)
  }

  // Open addressing with linear probing: 12 bytes a watch at a load of up to seven eighths.
  private var slots: [Slot] = []
  /// The second and further owners.
  private var others: [Int32: [Owner]] = [:]
  private(set) var count = 0

  private func home(_ watch: Int32) -> Int {
    let mixed = UInt64(UInt32(bitPattern: watch)) &* 0x9E37_79B9_7F4A_7C15
    return Int(mixed.multipliedFullWidth(by: UInt64(slots.count)).high)
  }

  private func find(_ watch: Int32) -> Int? {
    guard count > 0 else { return nil }
    var slot = home(watch)
    while slots[slot].watch != 0 {
      if slots[slot].watch == watch { return slot }
      slot = slot + 1 == slots.count ? 0 : slot + 1
    }
    return nil
  }

  func contains(_ watch: WatchDescriptor) -> Bool { find(watch.rawValue) != nil }

  /// Calls with each owner of a watch.
  func forEachOwner(of watch: WatchDescriptor, _ body: (Owner) -> Void) {
    guard let slot = find(watch.rawValue) else { return }
    body(slots[slot].owner)
    guard !others.isEmpty, let more = others[watch.rawValue] else { return }
    for owner in more { body(owner) }
  }

  /// Adds an owner, or adds to what it asks for.
  mutating func insert(_ owner: Owner, for watch: WatchDescriptor) {
    guard let slot = find(watch.rawValue) else { return insertFirst(owner, for: watch.rawValue) }
    if slots[slot].isOwned(by: owner) {
      slots[slot].mask |= UInt16(truncatingIfNeeded: owner.mask.rawValue)
    } else if let index = others[watch.rawValue]?.firstIndex(where: { $0.isSame(as: owner) }) {
      others[watch.rawValue]?[index].mask.formUnion(owner.mask)
    } else {
      others[watch.rawValue, default: []].append(owner)
    }
  }

  /// Removes an owner.
  /// - Returns: whether it was the last one.
  mutating func remove(_ owner: Owner, from watch: WatchDescriptor) -> Bool {
    guard let slot = find(watch.rawValue) else { return false }
    var more = others[watch.rawValue] ?? []
    if slots[slot].isOwned(by: owner) {
      guard let heir = more.popLast() else {
        close(slot)
        return true
      }
      slots[slot] = Slot(watch.rawValue, heir)
    } else {
      more.removeAll { $0.isSame(as: owner) }
    }
    others[watch.rawValue] = more.isEmpty ? nil : more
    return false
  }

  /// Removes a watch that is dead.
  mutating func removeAll(of watch: WatchDescriptor) {
    others[watch.rawValue] = nil
    if let slot = find(watch.rawValue) { close(slot) }
  }

  /// The watches of one subscriber, in the order of their numbers.
  func watches(of subscriber: UInt16) -> [(watch: WatchDescriptor, owner: Owner)] {
    var found: [(WatchDescriptor, Owner)] = []
    for slot in slots where slot.watch != 0 {
      let watch = WatchDescriptor(rawValue: slot.watch)
      forEachOwner(of: watch) { if $0.subscriber == subscriber { found.append((watch, $0)) } }
    }
    // Removed in the order of their slots, the last quarter of them would lie in one heap when the table shrinks.
    return found.sorted { $0.0.rawValue < $1.0.rawValue }
  }

  // MARK: Slots

  private mutating func insertFirst(_ owner: Owner, for watch: Int32) {
    if count + 1 > slots.count - slots.count / 8 { resize(max(64, (count + 1) + (count + 1) / 3)) }
    place(Slot(watch, owner))
    count += 1
  }

  private mutating func place(_ new: Slot) {
    var slot = home(new.watch)
    while slots[slot].watch != 0 { slot = slot + 1 == slots.count ? 0 : slot + 1 }
    slots[slot] = new
  }

  private mutating func resize(_ size: Int) {
    let old = slots
    slots = [Slot](repeating: .empty, count: size)
    for slot in old where slot.watch != 0 { place(slot) }
  }

  private mutating func close(_ start: Int) {
    var gap = start
    var slot = gap + 1 == slots.count ? 0 : gap + 1
    while slots[slot].watch != 0 {
      let home = home(slots[slot].watch)
      let stays = gap < slot ? home > gap && home <= slot : home > gap || home <= slot
      if !stays {
        slots[gap] = slots[slot]
        gap = slot
      }
      slot = slot + 1 == slots.count ? 0 : slot + 1
    }
    slots[gap] = .empty
    count -= 1
    if slots.count > 256, count < slots.count / 4 { resize(max(64, count + count / 3)) }
  }
}

extension WatchTable.Owner {
  func isSame(as other: WatchTable.Owner) -> Bool {
    subscriber == other.subscriber && token == other.token
  }
}

extension WatchTable.Slot {
  init(_ watch: Int32, _ owner: WatchTable.Owner) {
    self.init(
      watch: watch, token: owner.token.rawValue, subscriber: owner.subscriber,
      mask: UInt16(truncatingIfNeeded: owner.mask.rawValue))
  }

  var owner: WatchTable.Owner {
    WatchTable.Owner(
      subscriber: subscriber, token: WatchToken(rawValue: token), mask: EventMask(rawValue: UInt32(mask)))
  }

  func isOwned(by owner: WatchTable.Owner) -> Bool {
    subscriber == owner.subscriber && token == owner.token.rawValue
  }
}
