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
  private let patience = LockPatience()
  private let state = Monitor(State())

  init(_ disk: any ClearingDisk) {
    self.disk = disk
  }

  var patient: PatientDisk {
    PatientDisk(disk: disk, patience: patience) { [self] in closeIdle(downTo: 0) }
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

  /// Closes a directory that is done with.
  func close(_ visit: Visit) {
    let descriptor = state.withLock { state -> Descriptor? in
      state.open.removeAll { $0 === visit }
      return visit.descriptor.take()
    }
    if let descriptor { disk.close(descriptor) }
  }

  /// The descriptor of a directory that is open, in use from now on.
  func retain(_ visit: Visit) -> Descriptor? {
    state.withLock { state in
      guard let descriptor = visit.descriptor else { return nil }
      visit.users += 1
      state.uses += 1
      visit.lastUse = state.uses
      return descriptor
    }
  }

  func release(_ visit: Visit) {
    state.withLock { _ in visit.users -= 1 }
  }

  /// Keeps a new descriptor, unless another worker was faster; in use from now on.
  func install(_ visit: Visit, _ descriptor: Descriptor) -> Descriptor {
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
