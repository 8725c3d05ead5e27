internal import Synchronization
internal import SystemCalls

/// One directory on its way out: what is known of it between two looks.
///
/// It knows its parent and not its children, so that a tree's memory is what is being worked on and not what is there.
///
/// `@unchecked Sendable`: what identifies it does not change, the other fields are in groups, and each says who may touch
/// it.
final class Visit: @unchecked Sendable {
  private(set) var parent: Visit?
  let name: [UInt8]
  /// How many names lead to it from the root.
  let level: Int
  /// Whether paths leave it out: a directory that others were moved into.
  let isAside: Bool
  /// How often it may be listed. What a second listing finds is listed once: each look costs an adversary as much as us,
  /// and they must not multiply with the depth.
  let passLimit: Int

  // For the worker that holds the visit: one at a time, handed on by the queue's lock. Those of a plan's root are written
  // before the workers start, and only read by all of them; each makes the visits below it for itself.

  /// Known once it was opened for the first time.
  var identity: EntryIdentity?
  /// Where the listing goes on.
  var position: Int64 = 0
  var pass = 1
  /// Whether the current listing found a name that no earlier one had left.
  var hasNews = false
  /// When it was made or changed last before the clear got to it.
  var arrived: FileTime?
  /// Its own bytes before anything in it went: some file systems' directories shrink with each entry that they lose.
  var allocatedBytes: UInt64?
  /// What a plan knows it by.
  var number = PathTree.root
  /// What the rules make of its path.
  var place: Sparing.Place
  /// Why it can be neither entered nor listed.
  var obstacle: Obstacle?

  // Under the queue's lock.

  var unfinishedChildren = 0
  var isListed = false
  /// The names in it that stay.
  var kept: Set<[UInt8]> = []

  // Under the lock of the open visits.

  var descriptor: Descriptor?
  var users = 0
  var lastUse: UInt64 = 0

  // Under the lock of what was left.

  /// What the skipped entries know it by.
  var skippedNumber: Int?

  // For any thread.

  /// Whether it, or one above it, was found to be elsewhere than where the clear came to it.
  let isLost: Atomic<Bool>
  /// How many of those finds are known not to concern it.
  let lossesSeen: Atomic<Int>
  /// When the way to the root is to be looked at again.
  let placeDue = Atomic<UInt64>(0)

  init(root identity: EntryIdentity, at place: Sparing.Place, passLimit: Int) {
    parent = nil
    level = 0
    self.place = place
    name = []
    isAside = false
    self.identity = identity
    self.passLimit = passLimit
    isLost = Atomic(false)
    lossesSeen = Atomic(0)
  }

  /// Called by the worker that holds the parent.
  init(
    name: [UInt8], in parent: Visit, at place: Sparing.Place, identity: EntryIdentity? = nil, isAside: Bool = false,
    passLimit: Int
  ) {
    self.place = place
    self.parent = parent
    level = parent.level + 1
    self.name = name
    self.identity = identity
    self.isAside = isAside
    self.passLimit = parent.pass == 1 ? passLimit : 1
    isLost = Atomic(parent.isLost.load(ordering: .relaxed))
    lossesSeen = Atomic(parent.lossesSeen.load(ordering: .relaxed))
  }

  /// A directory of a plan.
  convenience init(name: [UInt8], in parent: Visit, number: Int) {
    self.init(name: name, in: parent, at: parent.place, passLimit: 1)
    self.number = number
  }

  deinit {
    // One after the other: a chain that goes at once takes as much stack as it is long.
    var above = parent.take()
    while isKnownUniquelyReferenced(&above), let visit = above { above = visit.parent.take() }
  }
}

extension Visit {
  /// Whether no name in it was read yet.
  var isUnread: Bool { pass == 1 && position == 0 }

  /// The path below the root, or that of a name in the directory. O(length).
  func path(of last: [UInt8]? = nil) -> BytePath {
    var names = last.map { [$0] } ?? []
    var next: Visit? = self
    while let visit = next {
      if visit.parent != nil, !visit.isAside { names.append(visit.name) }
      next = visit.parent
    }
    var path: [UInt8] = []
    path.reserveCapacity(names.reduce(0) { $0 + $1.count + 1 })
    for name in names.reversed() {
      if !path.isEmpty { path.append(UInt8(ascii: "/")) }
      path += name
    }
    return BytePath(bytes: path)
  }
}
