internal import SystemCalls

extension OpenVisits {
  /// Calls with a directory's descriptor.
  /// - Parameter child: a directory in it that may be open, to get there without a name.
  func use<Result>(
    _ visit: Visit, from child: Visit? = nil, _ body: (Descriptor) throws(Obstacle) -> Result
  ) throws(Obstacle) -> Result {
    let descriptor = try acquire(visit, from: child)
    defer { release(visit) }
    return try body(descriptor)
  }

  /// Closes a directory that is done with, and opens the one above it while the way up is open: from the root it would
  /// be a walk.
  func leave(_ visit: Visit, for parent: Visit) {
    _ = try? use(parent, from: visit) { _ throws(Obstacle) in }
    close(visit)
  }

  private func acquire(_ visit: Visit, from child: Visit?) throws(Obstacle) -> Descriptor {
    if let descriptor = retain(visit) { return descriptor }
    if let child, let inner = retain(child) {
      defer { release(child) }
      let found = open(visit) { disk throws(Errno) in try disk.openParent(of: inner) }
      return try found.get()
    }
    return try descend(to: visit)
  }

  /// Opens the directories on the way from the nearest one that is open.
  private func descend(to visit: Visit) throws(Obstacle) -> Descriptor {
    var way = [visit]
    var holder = visit.parent
    var descriptor: Descriptor?
    while let above = holder {
      descriptor = retain(above)
      if descriptor != nil { break }
      way.append(above)
      holder = above.parent
    }
    // The root is open as long as the run lasts.
    guard var current = descriptor, var above = holder else { throw .changed }
    while let next = way.popLast() {
      let outer = current
      let found = open(next) { disk throws(Errno) in try disk.openDirectory(next.name, in: outer) }
      release(above)
      current = try found.get()
      above = next
    }
    return current
  }

  /// Opens a directory, and enters it if it is the one that was seen before; in use from then on.
  private func open(
    _ visit: Visit, _ body: (any ClearingDisk) throws(Errno) -> Descriptor
  ) -> Result<Descriptor, Obstacle> {
    var opened: Descriptor?
    do throws(Errno) {
      let descriptor = try patient.trying(body)
      opened = descriptor
      let details = try patient.trying { disk throws(Errno) in try disk.details(of: descriptor) }
      if visit.identity == nil {
        visit.identity = details.identity
        visit.arrived = details.arrived
        visit.allocatedBytes = details.allocatedBytes
      }
      if visit.identity == details.identity { return .success(install(visit, descriptor)) }
      disk.close(descriptor)
      return .failure(.changed)
    } catch {
      if let opened { disk.close(opened) }
      return .failure(Obstacle(error))
    }
  }
}
