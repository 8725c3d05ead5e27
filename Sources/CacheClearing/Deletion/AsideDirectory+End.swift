internal import SystemCalls

extension AsideDirectory {
  /// Gives back what could not be deleted, under its old name if that is free, and removes the directory. What is left
  /// and was not reported is reported now, under its old name.
  func close() {
    defer { disk.disk.close(inside) }
    do throws(Errno) {
      try putBack()
      let now = try disk.trying { disk throws(Errno) in try disk.details(of: name, in: root) }
      guard now.identity == identity else { return report(name, .changed) }
      try disk.trying { disk throws(Errno) in try disk.removeDirectory(name, in: root) }
    } catch .noSuchFile {
      // Gone already, with all that was in it, or somewhere else.
      if !isDeleted { report(name, .changed) }
    } catch .notEmpty {
      if !hasRest { report(name, Obstacle(reason: .busy, cause: .notEmpty)) }
    } catch {
      report(name, Obstacle(error))
    }
  }

  /// Also when the run was cancelled: a cache is not left where no program finds it.
  private func putBack() throws(Errno) {
    let reported = signals.tally.skippedNames
    var block = NameBlock()
    try rewind(inside)
    while try readNames(inside, &block) {
      signals.publishProgress()
      for name in block.names.map(block.bytes(of:)) {
        let outcome = move(name, from: inside, to: root)
        if outcome != .isGone, !signals.isCut, !reported.contains(name) { report(name, Obstacle(reason: .busy)) }
      }
    }
  }

  private var isDeleted: Bool {
    (try? disk.trying { disk throws(Errno) in try disk.details(of: inside) })?.links == 0
  }

  /// Whether something is left inside that `putBack` has reported.
  private var hasRest: Bool {
    let reported = signals.tally.skippedNames
    var block = NameBlock()
    guard (try? rewind(inside)) != nil, (try? readNames(inside, &block)) == true else { return false }
    return signals.isCut || block.names.allSatisfy { reported.contains(block.bytes(of: $0)) }
  }

  private func report(_ name: [UInt8], _ obstacle: Obstacle) {
    signals.tally.skip(SkippedEntry(path: BytePath(bytes: name), reason: obstacle.reason, cause: obstacle.cause))
  }
}
