internal import FileEvents
internal import SizeTrees
internal import SystemCalls

/// Roots live and die: deleted, made again, moved away, replaced. The tracker follows the path.
extension Reconciler {
  /// Finds out whether the root's path still leads to the root, and follows where it does not.
  func checkRoot() {
    mustCheckRoot = false
    // Watch first: what happens to the path after the look below is reported.
    rootWatch.watch(tree.disk, watches.subscription)
    let directory: OpenDirectory
    let status: FileStatus
    do throws(Errno) {
      directory = try tree.openPath(tree.root)
      status = try tree.disk.status(of: directory)
    } catch {
      return openingRoot(failed: error)
    }
    let handle = tree.withTree { $0.handle(of: .root) }
    let isSame = tree.withTree { $0.identity(of: .root) == status.identity }
    let before = tree.withTree { $0.watch(of: .root) }
    guard !isSame || facts.isGone else {
      tree.withTree { $0.setOwnStatus(of: .root, status) }
      placeWatch(on: directory, as: handle)
      let (after, reasons) = tree.withTree { ($0.watch(of: .root), UsageReasons(rawValue: $0.reasons(at: .root))) }
      // Its watch may have outlived that a directory above it could not be entered: nothing in it was looked at then.
      if after != before || rootWasUnreachable {
        rootWasUnreachable = false
        list([handle], .everything)
      } else if !reasons.isDisjoint(with: [.unreadable, .inputOutput]) {
        list([handle], .newDirectories)
      }
      return
    }
    if !facts.isGone { loseRoot() }
    attachRoot(status)
  }

  private func openingRoot(failed reason: Errno) {
    switch reason {
    case .noSuchFile, .notDirectory, .symbolicLinkLoop:
      if !facts.isGone { loseRoot() }
    default:
      rootWasUnreachable = true
      let handle = tree.withTree { $0.handle(of: .root) }
      list([handle], .newDirectories)
    }
  }

  private func loseRoot() {
    let (watch, gone) = tree.withTree { tree -> (Int32?, [DirectoryID]) in
      let watch = tree.watch(of: .root)
      tree.setWatch(nil, of: .root)
      let gone = tree.replaceContents(of: .root, with: DirectoryContents())?.detached ?? []
      tree.settleLinks()
      return (watch, gone)
    }
    if let watch { watches.remove(watch, from: .root) }
    for id in gone { addDetached(id) }
    settleList.remove(.root)
    pending.removeAllDirectories()
    discardDetached(before: .max)
    facts.rootIsGone()
  }

  private func attachRoot(_ status: FileStatus) {
    rootWasUnreachable = false
    tree.withTree { tree in
      tree.setOwnStatus(of: .root, status)
      for reason in [UsageReasons.unreadable, .inputOutput, .watchLimit, .noEventsFileSystem, .writeback] {
        tree.setReason(reason.rawValue, on: .root, false)
      }
    }
    settleList.remove(.root)
    tree.exclusions.withLock { if $0.device != nil { $0.device = status.identity.device } }
    facts.rootIsBack()
    scanEverything()
    facts.rootIsScanned()
  }
}
