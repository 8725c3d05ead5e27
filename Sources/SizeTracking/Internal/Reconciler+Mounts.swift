internal import SizeTrees
internal import SystemCalls

/// Mounts have no events: the kernel only says that one changed, somewhere.
extension Reconciler {
  /// Notes what is mounted before the first scan; from here on changes are reported.
  func noteMounts() {
    _ = changedMountPoints()
  }

  /// Looks at every place of the tree where something was mounted or unmounted.
  func checkMounts() {
    mustCheckMounts = false
    let points = changedMountPoints()
    // Machines mount all the time, elsewhere: that is no reason to doubt anything here.
    if !points.isEmpty { facts.mountsChanged() }
    for point in points {
      if let path = point.below(tree.root), !path.isEmpty {
        lookAt(path)
      } else {
        mustCheckRoot = true
      }
    }
  }

  /// The places, at, below or above the root, whose mounts are not those of the last look; parents first.
  private func changedMountPoints() -> [BytePath] {
    guard let table = try? tree.disk.mounts() else {
      // The state says so; the next poll asks again.
      mountsAreKnown = false
      facts.mountsChanged()
      return []
    }
    let old = mounts
    mounts = Set(table.mounts.filter { $0.point.below(tree.root) != nil || tree.root.below($0.point) != nil })
    mountsAreKnown = true
    // Also when the same ones are there: between two looks a file system may have made room for another of its number.
    tree.note(table)
    guard mounts != old else { return [] }
    return Set(mounts.symmetricDifference(old).map(\.point)).sorted { $0.level < $1.level }
  }

  /// Looks at a path, or at the first name on the way to it that the tree does not have.
  private func lookAt(_ path: BytePath) {
    var path = path
    while let name = path.lastComponent {
      let parent = path.removingLastComponent()
      if let id = tree.withTree({ $0.directory(at: parent) }) { return pending.insert(name, in: id) }
      path = parent
    }
  }

  /// What was looked at before the call counts: mounts are as the tree has them.
  func finishMounts() {
    guard mountsAreKnown, !mustCheckMounts else { return }
    facts.mountsAreIn()
  }
}
