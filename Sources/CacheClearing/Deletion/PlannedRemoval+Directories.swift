internal import SystemCalls

extension PlannedRemoval {
  /// Deletes the directories, when no worker is at the files any more.
  func removeDirectories() {
    var way = way
    for (number, position) in order.leaving {
      if signals.isCancelled { return signals.noteCut() }
      signals.publishProgress()
      let candidate = plan.candidates[position]
      let (isOccupied, isTouched) = state.withLock { ($0.isOccupied[number], $0.isTouched[number]) }
      // One that someone else emptied was not ours to prune.
      if candidate.reason == .emptied, !isTouched { continue }
      way.go(to: order.tree.parent(of: number))
      do throws(Obstacle) {
        try remove(candidate, in: way.visit)
      } catch {
        // What stays in it is reported by itself, unless it came after the plan; only what is empty is pruned.
        let isNews = !isOccupied && candidate.reason != .emptied
        if error.cause != .notEmpty || isNews {
          skip(candidate, in: way.visit, error.cause == .notEmpty ? .changed : error)
        }
      }
    }
  }

  private func remove(_ candidate: ClearingCandidate, in visit: Visit) throws(Obstacle) {
    let name = candidate.place.name
    try use(visit) { parent throws(Obstacle) in
      if let reason = sparing.reason(for: name, in: visit.place) { throw Obstacle(reason: reason) }
      try checkLockOfVictim(name, in: parent)
      // After the wait for another's lock, during which it can be moved.
      try places.check(visit, parent)
      try remover.removeDirectory(name, from: parent, if: candidate.identity)
    }
    noteRemoval(in: visit.number)
  }

  /// Fails when another program holds a lock on a directory that is about to go.
  private func checkLockOfVictim(_ name: [UInt8], in parent: Descriptor) throws(Obstacle) {
    let directory: Descriptor
    do throws(Errno) {
      directory = try remover.disk.trying { disk throws(Errno) in try disk.openDirectory(name, in: parent) }
    } catch .permissionDenied {
      // One that may not be read cannot be locked by its owner's other programs either; it can be empty.
      return
    } catch {
      throw Obstacle(error)
    }
    defer { remover.disk.disk.close(directory) }
    try remover.disk.checkLock(of: directory)
  }
}
