internal import SystemCalls

extension Sweep {
  /// Removes a directory that was listed and whose subdirectories are done with, and then those above it for which that
  /// is true by now.
  func finish(_ visit: Visit, by worker: Int) {
    var visit = visit
    while true {
      let end = conclude(visit)
      if end == .again {
        queue.pushAgain(visit, by: worker)
        return
      }
      guard let parent = visit.parent else {
        queue.end()
        return
      }
      if signals.isCancelled { opened.close(visit) } else { opened.leave(visit, for: parent) }
      guard queue.noteFinished(visit, in: parent, isKept: end == .stays) else { return }
      visit = parent
    }
  }

  private enum End { case gone, stays, again }

  private func conclude(_ visit: Visit) -> End {
    if signals.isCancelled {
      if remover.mode == .survey { notePartial() } else { signals.noteCut() }
      return .stays
    }
    if places.isLost(visit) { return .stays }
    if let obstacle = visit.obstacle { return conclude(visit, unreadFor: obstacle) }
    let isFull = !queue.kept(in: visit).isEmpty
    let isYoung = visit.parent != nil && visit.arrived.map(scope.sparing.isYoung) == true
    let isStayingRoot = visit.parent == nil && scope.rootName == nil
    guard isFull || isYoung || isStayingRoot else { return remove(visit) }

    // It stays; but is there anything in it that no one has seen?
    if visit.hasNews, remover.mode == .remove {
      if visit.pass < visit.passLimit { return .again }
      if visit.pass > 1 { report(visit, Obstacle(reason: .busy)) }
    } else if isYoung, !isFull {
      report(visit, Obstacle(reason: .young))
    }
    return .stays
  }

  /// What becomes of a directory that could not be read to its end.
  private func conclude(_ visit: Visit, unreadFor obstacle: Obstacle) -> End {
    if obstacle.isAbsence, visit.parent != nil { return .gone }
    // One that may not be read can be empty.
    if obstacle.cause == .permissionDenied, visit.identity == nil, removes(visit) { return .gone }
    report(visit, obstacle)
    return .stays
  }

  private func removes(_ visit: Visit) -> Bool {
    do throws(Obstacle) {
      try removeNow(visit)
      return true
    } catch {
      return false
    }
  }

  private func remove(_ visit: Visit) -> End {
    do throws(Obstacle) {
      try removeNow(visit)
    } catch {
      if error.isAbsence { return .gone }
      if places.isLost(visit) { return .stays }
      if error.cause == .notEmpty, visit.pass < visit.passLimit { return .again }
      report(visit, error.cause == .notEmpty ? Obstacle(reason: .busy, cause: .notEmpty) : error)
      return .stays
    }
    return .gone
  }

  private func removeNow(_ visit: Visit) throws(Obstacle) {
    if let parent = visit.parent {
      try opened.use(parent, from: visit) { descriptor throws(Obstacle) in
        try checkPlace(of: parent, descriptor)
        try remove(visit, visit.name, from: descriptor)
      }
    } else if let name = scope.rootName {
      try opened.use(visit) { descriptor throws(Obstacle) in
        let disk = remover.disk
        let above = try disk.perform { disk throws(Errno) in try disk.openParent(of: descriptor) }
        defer { disk.disk.close(above) }
        try remove(visit, name, from: above)
      }
    }
  }

  private func remove(_ visit: Visit, _ name: [UInt8], from parent: Descriptor) throws(Obstacle) {
    if visit.isAside {
      // Our own: it is no one's content.
      let now = try remover.disk.perform { disk throws(Errno) in try disk.details(of: name, in: parent) }
      guard now.identity == visit.identity else { throw .changed }
      return try remover.disk.perform { disk throws(Errno) in try disk.removeDirectory(name, in: parent) }
    }
    let bytes = visit.allocatedBytes
    let details = try remover.removeDirectory(name, from: parent, if: visit.identity, occupying: bytes)
    observe?(visit.path(), details, bytes ?? details.allocatedBytes)
  }
}
