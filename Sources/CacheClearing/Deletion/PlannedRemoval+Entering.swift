internal import SystemCalls

extension PlannedRemoval {
  /// A worker's way, from the root.
  var way: PlannedWay {
    PlannedWay(from: root, through: order.tree, opening: opened) { visit throws(Obstacle) in
      try self.enter(visit)
    }
  }

  /// Looks whether something may be deleted at all, before anything is.
  func enterRoot() {
    do throws(Obstacle) {
      try opened.use(root) { descriptor throws(Obstacle) in try checkLockOnce(of: root, descriptor) }
    } catch {
      root.obstacle = error
    }
  }

  /// Calls with the descriptor of a directory that a worker is in.
  func use(_ visit: Visit, _ body: (Descriptor) throws(Obstacle) -> Void) throws(Obstacle) {
    if let obstacle = visit.obstacle { throw obstacle }
    try opened.use(visit, body)
  }

  /// Opens a directory, unless it stays with all that is in it.
  private func enter(_ visit: Visit) throws(Obstacle) {
    guard let parent = visit.parent else { return }
    if places.isLost(parent) { throw .changed }
    if let reason = sparing.reason(for: visit.name, in: parent.place) { throw Obstacle(reason: reason) }
    visit.place = sparing.directory(visit.name, in: parent.place)
    places.note(visit)
    try opened.use(visit) { descriptor throws(Obstacle) in try checkLockOnce(of: visit, descriptor) }
  }

  /// Fails when another program holds a lock on a directory.
  private func checkLockOnce(of visit: Visit, _ descriptor: Descriptor) throws(Obstacle) {
    try locks.check(visit.number) { () throws(Obstacle) in try remover.disk.checkLock(of: descriptor) }
  }
}
