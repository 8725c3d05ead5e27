internal import SystemCalls

extension PlanningWalk {
  /// Judges an entry, and puts a directory among those to visit.
  func look(
    at name: [UInt8], in visit: Visit, _ descriptor: Descriptor, _ children: inout [Visit], _ body: (Finding) -> Void
  ) {
    directories.noteEntry(in: visit.number)
    let above = directories[visit.number]
    let position = rules.named.step(from: above.position, to: name)
    let isNamed = above.isNamed || rules.named.isNamed(position)
    guard isNamed || position != nil || !rules.looksAtNamedOnly else { return }
    do throws(Obstacle) {
      let details = try disk.perform { disk throws(Errno) in try disk.details(of: name, in: descriptor) }
      looks.count(details)
      // What is mounted here is no part of the tree.
      if details.isMountRoot { throw Obstacle(reason: .mount) }
      var verdict = Verdict.stays(nil)
      if !above.isSpared, visit.parent != nil || name != silentName {
        verdict = rules.verdict(on: name, details, isNamed: isNamed, in: visit.place)
      }
      if isNamed, case .stays(let reason) = verdict { keep(name, in: visit, reason) }
      if details.kind == .directory {
        children.append(enter(name, details, verdict, at: position, isNamed: isNamed, from: visit))
      }
      body(Finding(directory: visit.number, name: name, details: details, verdict: verdict))
    } catch {
      guard !error.isAbsence else { return }
      if error.reason != .mount {
        keep(name, in: visit, .unreadable, error.cause)
      } else if isNamed {
        keep(name, in: visit, .mount)
      }
    }
  }

  private func enter(
    _ name: [UInt8], _ details: FileDetails, _ verdict: Verdict, at position: NamedEntries.Position?, isNamed: Bool,
    from visit: Visit
  ) -> Visit {
    let number = directories.add(
      name, in: visit.number, at: position, isSpared: verdict.sparesContents, isNamed: isNamed)
    if isNamed || rules.prunesEmptyDirectories { leaving.append((number, details)) }
    if case .stays = verdict { directories.keep(number) }
    let child = Visit(name: name, in: visit, number: number)
    child.identity = details.identity
    child.place = rules.sparing.directory(name, in: visit.place)
    return child
  }

  // MARK: What stays

  private func keep(_ name: [UInt8], in visit: Visit, _ reason: SkipReason?, _ cause: Errno? = nil) {
    directories.keep(visit.number)
    guard let reason else { return }
    skipped.add(name, in: visit, Obstacle(reason: reason, cause: cause))
  }

  /// When another program holds a lock on a directory, nothing in it may go.
  func checkLock(of visit: Visit, _ descriptor: Descriptor) throws(Obstacle) {
    do throws(Obstacle) {
      try disk.checkLock(of: descriptor)
    } catch {
      guard error.reason == .locked else { throw error }
      directories.spare(visit.number)
      directories.keep(visit.number)
      skipped.add(visit, error)
    }
  }

  /// A directory could not be read to its end.
  func note(_ obstacle: Obstacle, at visit: Visit) {
    guard visit.parent != nil else {
      rootObstacle = obstacle
      return
    }
    guard !obstacle.isAbsence else { return }
    directories.keep(visit.number)
    let reason = obstacle.reason == .changed || obstacle.reason == .mount ? obstacle.reason : .unreadable
    skipped.add(visit, Obstacle(reason: reason, cause: obstacle.cause))
  }
}

extension Verdict {
  /// Whether a directory that stays for this reason has all in it stay.
  fileprivate var sparesContents: Bool {
    switch self {
    case .stays(nil), .stays(.protected), .stays(.hidden): true
    default: false
    }
  }
}
