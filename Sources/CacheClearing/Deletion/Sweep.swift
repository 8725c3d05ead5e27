internal import Synchronization
internal import SystemCalls

/// Deletes everything below a root while it reads it. Several workers share it.
///
/// A visit reads its directory block by block: files go at once, subdirectories are visited before the next block. So
/// memory is bounded by the depth and a block for each level, and nothing recurses.
final class Sweep: Sendable {
  /// What a sweep is to do, apart from how.
  struct Scope: Sendable {
    var sparing: Sparing
    /// The root's last name, where the root goes too.
    var rootName: [UInt8]?
    /// Names that stay in the root without a word.
    var silent: Set<[UInt8]> = []
    /// The only names of the root to touch; nil for all.
    var only: Set<[UInt8]>?
    /// The directory in the root that the rest was moved into.
    var asideName: [UInt8]?
  }

  let scope: Scope
  private let root: Visit
  let remover: EntryRemover
  let opened: OpenVisits
  let queue: VisitQueue
  let signals: RunSignals
  /// Called with each entry that went, and the bytes that freed.
  let observe: (@Sendable (BytePath, FileDetails, UInt64) -> Void)?

  /// How often a directory is listed before it counts as busy; the root, where programs are most likely to write, more.
  static let (passLimit, rootPassLimit) = (3, 8)

  init(
    _ scope: Scope, root: EntryIdentity, _ descriptor: Descriptor, remover: EntryRemover, opened: OpenVisits,
    signals: RunSignals, observe: (@Sendable (BytePath, FileDetails, UInt64) -> Void)? = nil
  ) {
    self.scope = scope
    self.remover = remover
    self.opened = opened
    self.signals = signals
    self.observe = observe
    self.root = Visit(root: root, passLimit: Self.rootPassLimit)
    opened.adopt(self.root, descriptor)
    queue = VisitQueue(self.root)
  }

  /// Closes the root; no worker may be at it any more.
  func close() { opened.closeAll(root) }

  /// Works until all is done.
  func help() {
    var block = NameBlock()
    while let visit = queue.next() {
      list(visit, &block)
      signals.publishProgress()
    }
  }

  /// Lists a directory, up to its end or to the first block with subdirectories.
  private func list(_ visit: Visit, _ block: inout NameBlock) {
    do throws(Obstacle) {
      let isAtEnd = try opened.use(visit) { descriptor throws(Obstacle) in
        try list(visit, descriptor, &block)
      }
      // Another worker may have it by now.
      guard isAtEnd else { return }
    } catch {
      visit.obstacle = error
    }
    if queue.noteListed(visit) { finish(visit) }
  }

  private func list(_ visit: Visit, _ descriptor: Descriptor, _ block: inout NameBlock) throws(Obstacle) -> Bool {
    var isNew = visit.pass == 1 && visit.position == 0
    if isNew {
      try awaitLock(of: descriptor)
    } else {
      try perform { disk throws(Errno) in try disk.seek(descriptor, to: visit.position) }
    }
    let known = visit.pass == 1 ? [] : queue.kept(in: visit)
    while !signals.isCancelled, try readNames(descriptor, &block) {
      if !isNew { try checkPlace(of: visit, descriptor) }
      isNew = false
      var children: [Visit] = []
      for entry in block.names {
        if signals.isCancelled { return true }
        take(block.bytes(of: entry), entry.kind, in: visit, descriptor, known, &children)
      }
      visit.position = block.end
      if !children.isEmpty {
        queue.push(visit, below: children)
        return false
      }
    }
    return true
  }

  private func readNames(_ descriptor: Descriptor, _ block: inout NameBlock) throws(Obstacle) -> Bool {
    try perform { disk throws(Errno) in try disk.readNames(from: descriptor, into: &block) }
  }

  private func perform<Result>(
    _ body: (any ClearingDisk) throws(Errno) -> Result
  ) throws(Obstacle) -> Result {
    do throws(Errno) {
      return try remover.disk.trying(body)
    } catch {
      throw Obstacle(error)
    }
  }

  /// Someone may have moved the directory out of the root since it was opened: then its contents are no business of ours.
  /// What remains is the time between this look and the end of the block.
  private func checkPlace(of visit: Visit, _ descriptor: Descriptor) throws(Obstacle) {
    guard let parent = visit.parent else { return }
    let above = try perform { disk throws(Errno) in try disk.details(of: Array("..".utf8), in: descriptor) }
    guard above.identity == parent.identity else { throw .changed }
  }

  /// Another program's lock means that it uses the directory. Another clear asks for a moment only.
  private func awaitLock(of descriptor: Descriptor) throws(Obstacle) {
    for attempt in 1...3 {
      do throws(Errno) {
        return try remover.disk.trying { disk throws(Errno) in try disk.probeLock(of: descriptor) }
      } catch .wouldBlock {
        DedicatedThread.pause(milliseconds: attempt)
      } catch {
        // A file system without locks: no one can hold one.
        return
      }
    }
    throw Obstacle(reason: .locked, cause: .wouldBlock)
  }
}
