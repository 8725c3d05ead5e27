internal import SystemCalls

/// The directories that are open at the moment: a bounded number, however deep the tree is.
///
/// One that was closed is opened again from below, by `..`, or from the nearest open directory above it, name by name.
/// It is entered only when it is the one that was seen before.
final class OpenVisits: Sendable {
  private struct State {
    var open: [Visit] = []
    var uses: UInt64 = 0
  }

  /// Enough for every worker's way down in a tree of usual depth, and few beside a usual limit of 1024.
  static let limit = 64

  let disk: any ClearingDisk
  private let state = Monitor(State())

  init(_ disk: any ClearingDisk) {
    self.disk = disk
  }

  var patient: PatientDisk {
    PatientDisk(disk: disk) { [self] in closeIdle(downTo: 0) }
  }

  /// Takes over the root's descriptor, which stays open until `closeAll`.
  func adopt(_ root: Visit, _ descriptor: Descriptor) {
    state.withLock { _ in
      root.descriptor = descriptor
      root.users = 1
    }
  }

  func closeAll(_ root: Visit) {
    closeIdle(downTo: 0)
    state.withLock { _ in
      root.users = 0
      if let descriptor = root.descriptor.take() { disk.close(descriptor) }
    }
  }

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

  /// Closes a directory that is done with.
  func close(_ visit: Visit) {
    let descriptor = state.withLock { state -> Descriptor? in
      state.open.removeAll { $0 === visit }
      return visit.descriptor.take()
    }
    if let descriptor { disk.close(descriptor) }
  }

  // MARK: Opening

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

  // MARK: Keeping

  private func retain(_ visit: Visit) -> Descriptor? {
    state.withLock { state in
      guard let descriptor = visit.descriptor else { return nil }
      visit.users += 1
      state.uses += 1
      visit.lastUse = state.uses
      return descriptor
    }
  }

  private func release(_ visit: Visit) {
    state.withLock { _ in visit.users -= 1 }
  }

  /// Keeps a new descriptor, unless another worker was faster.
  private func install(_ visit: Visit, _ descriptor: Descriptor) -> Descriptor {
    let (kept, isFirst) = state.withLock { state in
      let isFirst = visit.descriptor == nil
      if isFirst {
        visit.descriptor = descriptor
        state.open.append(visit)
      }
      visit.users += 1
      state.uses += 1
      visit.lastUse = state.uses
      return (visit.descriptor ?? descriptor, isFirst)
    }
    if !isFirst { disk.close(descriptor) }
    closeSurplus()
    return kept
  }

  /// Closes some when there are too many: several at a time, for it takes a look at all of them.
  private func closeSurplus() {
    if state.withLock({ $0.open.count > Self.limit }) { closeIdle(downTo: Self.limit * 3 / 4) }
  }

  /// Closes those that are not in use, the longest unused first, until so few are open.
  private func closeIdle(downTo limit: Int) {
    let idle = state.withLock { state -> [Descriptor] in
      guard state.open.count > limit else { return [] }
      let unused = state.open.filter { $0.users == 0 }.sorted { $0.lastUse < $1.lastUse }
      let closing = unused.prefix(state.open.count - limit)
      let descriptors = closing.compactMap { $0.descriptor.take() }
      state.open.removeAll { $0.descriptor == nil }
      return descriptors
    }
    for descriptor in idle { disk.close(descriptor) }
  }
}
