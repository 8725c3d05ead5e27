internal import SystemCalls

extension Sweep {
  /// Removes an entry, or puts it among the directories to visit.
  /// - Parameter known: the names that an earlier listing left, and reported.
  func take(
    _ name: [UInt8], _ kind: FileKind?, in visit: Visit, _ descriptor: Descriptor, _ known: Set<[UInt8]>,
    _ children: inout [Visit]
  ) {
    if visit.parent == nil, scope.silent.contains(name) || scope.only?.contains(name) == false { return }
    if known.contains(name) { return }
    visit.hasNews = true
    do throws(Obstacle) {
      if let reason = scope.sparing.reason(for: name, in: visit.place) { throw Obstacle(reason: reason) }
      if kind == .directory {
        children.append(child(name, of: visit))
        return
      }
      let details = try remover.disk.perform { disk throws(Errno) in try disk.details(of: name, in: descriptor) }
      if details.isMountRoot { throw Obstacle(reason: .mount) }
      if details.kind == .directory {
        children.append(child(name, of: visit))
        return
      }
      if scope.sparing.isYoung(details.arrived) { throw Obstacle(reason: .young) }
      let freed = try remover.removeFile(name, details, from: descriptor)
      observe?(visit.path(of: name), details, freed)
    } catch {
      // A directory took the file's place: the next listing finds it.
      guard !error.isAbsence, error.cause != .isDirectory else { return }
      keep(name, in: visit, error)
    }
  }

  private func child(_ name: [UInt8], of visit: Visit) -> Visit {
    if visit.parent == nil, let aside = scope.aside, aside.name == name {
      return Visit(
        name: name, in: visit, at: visit.place, identity: aside.identity, isAside: true, passLimit: Self.passLimit)
    }
    let place = scope.sparing.directory(name, in: visit.place)
    return Visit(name: name, in: visit, at: place, passLimit: Self.passLimit)
  }

  private func keep(_ name: [UInt8], in visit: Visit, _ obstacle: Obstacle) {
    queue.keep(name, in: visit)
    report(obstacle) { $0.skip(name, in: visit, obstacle) }
  }

  func report(_ visit: Visit, _ obstacle: Obstacle) {
    // What is left in the directory of our own is said when it is put back.
    if !visit.isAside { report(obstacle) { $0.skip(visit, obstacle) } }
  }

  private func report(_ obstacle: Obstacle, _ body: (ClearingTally) -> Void) {
    guard remover.mode == .survey else { return body(remover.tally) }
    // What is mounted here is no part of the tree.
    if obstacle.reason != .mount { notePartial() }
  }
}
