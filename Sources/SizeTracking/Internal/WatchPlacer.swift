internal import FileEvents
internal import SizeTrees
internal import SystemCalls

/// Puts watches on directories of the tree.
struct WatchPlacer: Sendable {
  let subscription: any EventSubscription

  /// Watches an open directory and notes the watch in the tree.
  ///
  /// A directory that was watched before keeps its watch; the number of a new one shows that the old one is dead.
  /// - Returns: false when there is no watch left, which the tree then says.
  func place(on directory: OpenDirectory, as handle: DirectoryHandle, in tree: TrackedTree) -> Bool {
    do throws(WatchError) {
      let watch = try subscription.watch(
        directory.descriptor, as: WatchToken(rawValue: handle.id.rawValue), for: .directoryChanges)
      tree.withTree { tree in
        guard tree.isLive(handle) else { return }
        tree.setWatch(watch.rawValue, of: handle.id)
        tree.setReason(UsageReasons.watchLimit.rawValue, on: handle.id, false)
      }
      return true
    } catch {
      let reason: UsageReasons = error == .limitReached ? .watchLimit : .inputOutput
      tree.withTree { tree in
        if tree.isLive(handle) { tree.setReason(reason.rawValue, on: handle.id, true) }
      }
      return false
    }
  }

  /// Gives a dead or forgotten directory's watch back.
  func remove(_ watch: Int32, from directory: DirectoryID) {
    subscription.unwatch(WatchDescriptor(rawValue: watch), as: WatchToken(rawValue: directory.rawValue))
  }
}
