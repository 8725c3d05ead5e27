internal import FileEvents
internal import SizeTrees
internal import SystemCalls

/// Puts watches on directories of the tree.
struct WatchPlacer: Sendable {
  let subscription: any EventSubscription

  /// Watches an open directory and notes the watch in the tree.
  ///
  /// A directory that was watched before keeps its watch; the number of a new one shows that the old one is dead.
  /// - Throws: When there is no watch left, which the tree then says, or when the kernel refuses for another reason.
  func place(
    on directory: OpenDirectory, as handle: DirectoryHandle, in tree: TrackedTree
  ) throws(WatchError) {
    do throws(WatchError) {
      let watch = try place(on: directory, as: handle.id)
      tree.withTree { tree in
        guard tree.isLive(handle) else { return }
        tree.setWatch(watch.rawValue, of: handle.id)
        tree.setReason(UsageReasons.watchLimit.rawValue, on: handle.id, false)
      }
    } catch {
      tree.withTree { tree in
        guard tree.isLive(handle), error == .limitReached else { return }
        tree.setReason(UsageReasons.watchLimit.rawValue, on: handle.id, true)
      }
      throw error
    }
  }

  /// Watches an open directory that is about to be listed; the tree notes the watch together with the contents.
  func place(on directory: OpenDirectory, as id: DirectoryID) throws(WatchError) -> WatchDescriptor {
    try subscription.watch(directory.descriptor, as: WatchToken(rawValue: id.rawValue), for: .directoryChanges)
  }

  /// Gives a dead or forgotten directory's watch back.
  func remove(_ watch: Int32, from directory: DirectoryID) {
    subscription.unwatch(WatchDescriptor(rawValue: watch), as: WatchToken(rawValue: directory.rawValue))
  }
}
