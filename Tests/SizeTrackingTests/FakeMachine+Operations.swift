import FileEvents
import SystemCalls

/// What programs do to the fake disk. Each operation queues the events that Linux queues for it, and fails without an
/// effect where Linux would.
extension FakeMachine {
  func write(_ path: BytePath, blocks: UInt64) {
    edit(path) { state, parent, name in
      if let number = state.inodes[parent]?.entries?[name] {
        guard state.inodes[number]?.kind == .regular, !state.freshlyLinked.contains(number) else { return }
        state.inodes[number]?.blocks = blocks
        state.inodes[number]?.sizeBytes = blocks * 500
        state.queueEvent(.modified, parent, name)
        state.queueEvent(.modified, number, [])
      } else {
        let number = state.make(.regular, blocks: blocks)
        state.inodes[parent]?.entries?[name] = number
        state.grow(parent)
        state.queueEvent(.created, parent, name)
        state.queueEvent(.modified, parent, name)
      }
      state.queueEvent(.closedAfterWriting, parent, name)
    }
  }

  func makeDirectory(_ path: BytePath) {
    edit(path) { state, parent, name in
      guard state.inodes[parent]?.entries?[name] == nil else { return }
      let number = state.make(.directory, blocks: 8)
      state.inodes[parent]?.entries?[name] = number
      state.grow(parent)
      state.queueEvent([.created, .isDirectory], parent, name)
    }
  }

  func link(_ from: BytePath, _ to: BytePath) {
    edit(to) { state, parent, name in
      guard let number = try? state.find(from.components), state.inodes[number]?.kind == .regular,
        state.inodes[parent]?.entries?[name] == nil
      else { return }
      state.inodes[parent]?.entries?[name] = number
      state.inodes[number]?.links += 1
      state.freshlyLinked.insert(number)
      state.grow(parent)
      state.queueEvent(.attributesChanged, number, [])
      state.queueEvent(.created, parent, name)
    }
  }

  func remove(_ path: BytePath) {
    edit(path) { state, parent, name in
      guard let number = state.inodes[parent]?.entries?[name] else { return }
      if let entries = state.inodes[number]?.entries {
        guard entries.isEmpty else { return }
        state.drop(parent, name)
        state.die(number)
        state.queueEvent([.deleted, .isDirectory], parent, name)
      } else {
        state.drop(parent, name)
        state.unlink(number)
        state.queueEvent(.deleted, parent, name)
      }
    }
  }

  func rename(_ from: BytePath, _ to: BytePath) {
    edit(to) { state, newParent, newName in
      guard let oldName = from.lastComponent,
        let oldParent = try? state.find(from.removingLastComponent().components),
        let number = state.inodes[oldParent]?.entries?[oldName], !state.isInside(newParent, number)
      else { return }
      let isDirectory = state.inodes[number]?.entries != nil
      if let victim = state.inodes[newParent]?.entries?[newName] {
        guard victim != number else { return }
        let victimEntries = state.inodes[victim]?.entries
        guard (victimEntries != nil) == isDirectory, victimEntries?.isEmpty != false else { return }
        if isDirectory { state.die(victim) } else { state.unlink(victim) }
      }
      state.drop(oldParent, oldName)
      state.inodes[newParent]?.entries?[newName] = number
      state.grow(newParent)
      let kind: EventMask = isDirectory ? .isDirectory : []
      state.queueEvent(kind.union(.movedFrom), oldParent, oldName)
      state.queueEvent(kind.union(.movedTo), newParent, newName)
      if isDirectory { state.queueEvent(.movedSelf, number, []) }
    }
  }

  private func edit(_ path: BytePath, _ body: (inout State, _ parent: UInt64, _ name: [UInt8]) -> Void) {
    state.withLock { state in
      guard let name = path.lastComponent, let parent = try? state.find(path.removingLastComponent().components),
        state.inodes[parent]?.entries != nil
      else { return }
      body(&state, parent, name)
    }
  }
}

extension FakeMachine.State {
  mutating func make(_ kind: FileKind, blocks: UInt64) -> UInt64 {
    lastInode += 1
    inodes[lastInode] = FakeMachine.Inode(
      number: lastInode, kind: kind, blocks: blocks, sizeBytes: kind == .directory ? 0 : blocks * 500,
      entries: kind == .directory ? [:] : nil)
    return lastInode
  }

  /// A directory's own size follows the number of its entries, and no event says so.
  mutating func grow(_ directory: UInt64) {
    let count = inodes[directory]?.entries?.count ?? 0
    inodes[directory]?.blocks = 8 + UInt64(count) / 4
  }

  mutating func drop(_ directory: UInt64, _ name: [UInt8]) {
    inodes[directory]?.entries?[name] = nil
    grow(directory)
  }

  mutating func unlink(_ number: UInt64) {
    inodes[number]?.links -= 1
    guard inodes[number]?.links == 0 else { return queueEvent(.attributesChanged, number, []) }
    queueEvent(.ignored, number, [])
    watches = watches.filter { $0.value.inode != number }
    inodes[number] = nil
  }

  /// A directory is removed: its watch reports it and dies.
  mutating func die(_ number: UInt64) {
    queueEvent(.deletedSelf, number, [])
    queueEvent(.ignored, number, [])
    watches = watches.filter { $0.value.inode != number }
    inodes[number] = nil
  }

  func isInside(_ directory: UInt64, _ top: UInt64) -> Bool {
    if directory == top { return true }
    return (inodes[top]?.entries?.values ?? [:].values).contains {
      inodes[$0]?.entries != nil && isInside(directory, $0)
    }
  }

  mutating func queueEvent(_ mask: EventMask, _ inode: UInt64, _ name: [UInt8]) {
    for (number, watch) in watches where watch.inode == inode {
      for token in watch.tokens {
        queue.append(FakeMachine.QueuedEvent(watch: number, token: token, mask: mask, name: name))
      }
    }
  }
}
